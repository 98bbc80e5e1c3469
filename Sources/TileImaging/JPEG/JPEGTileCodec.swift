import TileModel

/// JPEG tiles, lossy and opaque.
struct JPEGTileCodec: TileCodec {
  let format = TileFormat.jpeg
  let qualities: ClosedRange<Int>? = 1...100
  var library: String { LibraryVersions.jpeg }

  func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageCodecError) -> RGBAImage {
    try JPEGDecoder.decode(bytes, limits: limits)
  }

  func isLossy(_ bytes: [UInt8]) -> Bool { true }

  /// Measures to the end of EOI (ITU-T T.81, annex B).
  func length(of bytes: [UInt8]) -> Int? {
    var offset = 2
    while offset + 2 <= bytes.count {
      guard bytes[offset] == 0xFF else {
        // Entropy-coded data ends at a marker: FF, then neither 00 nor FF.
        offset += 1
        continue
      }
      switch bytes[offset + 1] {
      case 0xD9: return offset + 2
      case 0xFF: offset += 1
      case 0x00, 0x01, 0xD0...0xD8: offset += 2
      default:
        guard offset + 4 <= bytes.count else { return nil }
        offset += 2 + (Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
      }
    }
    return nil
  }

  func makeEncoder(
    _ encoding: TileEncoding, effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImageCodecError) -> any TileEncoder {
    try JPEGTileEncoder(
      quality: encoding.quality ?? 100, background: encoding.background ?? .white, effort: effort)
  }
}
