import TileModel

/// WebP tiles, lossy or lossless; alpha is always kept.
struct WebPTileCodec: TileCodec {
  let format = TileFormat.webp
  let qualities: ClosedRange<Int>? = 0...100
  var library: String { LibraryVersions.webP }

  func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageCodecError) -> RGBAImage {
    try WebPDecoder.decode(bytes, limits: limits)
  }

  /// True unless the first sample chunk is lossless (RFC 9649, section 2); chunks of the extended
  /// form are skipped.
  func isLossy(_ bytes: [UInt8]) -> Bool {
    var offset = 12
    while offset + 8 <= bytes.count {
      let name = bytes[offset..<(offset + 4)]
      if name.elementsEqual("VP8L".utf8) { return false }
      if name.elementsEqual("VP8 ".utf8) { return true }
      let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
      // Chunks begin at even offsets.
      offset += 8 + size + size % 2
    }
    return true
  }

  /// Measures to the end of the RIFF chunk, padded to an even length (RFC 9649, section 2.3).
  func length(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 12 else { return nil }
    let size = (4..<8).reduce(0) { $0 | Int(bytes[$1]) << (8 * ($1 - 4)) }
    return 8 + size + size & 1
  }

  func makeEncoder(
    _ encoding: TileEncoding, effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImageCodecError) -> any TileEncoder {
    try WebPTileEncoder(
      encoding.quality.map { .lossy(quality: $0) } ?? .lossless, effort: effort,
      isCancelled: isCancelled)
  }
}
