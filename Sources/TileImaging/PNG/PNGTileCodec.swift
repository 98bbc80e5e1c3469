import TileModel

/// PNG tiles, which keep every sample.
struct PNGTileCodec: TileCodec {
  let format = TileFormat.png
  let qualities: ClosedRange<Int>? = nil
  var library: String { LibraryVersions.deflate }

  func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageCodecError) -> RGBAImage {
    try PNGDecoder.decode(bytes, limits: limits)
  }

  func isLossy(_ bytes: [UInt8]) -> Bool { false }

  /// Measures to the end of IEND (W3C PNG, section 5.3 "Chunk layout").
  func length(of bytes: [UInt8]) -> Int? {
    var offset = PNGDecoder.signature.count
    while offset + 12 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
      let isEnd = bytes[(offset + 4)..<(offset + 8)].elementsEqual("IEND".utf8)
      offset += 12 + length
      if isEnd { return offset }
    }
    return nil
  }

  func makeEncoder(
    _ encoding: TileEncoding, effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImageCodecError) -> any TileEncoder {
    try PNGTileEncoder(effort: effort, isCancelled: isCancelled)
  }
}
