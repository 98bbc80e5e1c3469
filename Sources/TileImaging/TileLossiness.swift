import TileModel

extension TileDecoder {
  /// Whether an image is in a form that does not keep samples as they were: JPEG, or WebP other than
  /// its lossless form (RFC 9649, section 2); false for what is none of the formats.
  package static func isLossy(_ bytes: [UInt8]) -> Bool {
    switch format(of: bytes) {
    case .jpeg: return true
    case .webp: return !isLosslessWebP(bytes)
    default: return false
    }
  }

  /// Whether the first chunk with samples is a lossless one; chunks of the extended form are passed
  /// over.
  private static func isLosslessWebP(_ bytes: [UInt8]) -> Bool {
    var offset = 12
    while offset + 8 <= bytes.count {
      let name = bytes[offset..<(offset + 4)]
      if name.elementsEqual("VP8L".utf8) { return true }
      if name.elementsEqual("VP8 ".utf8) { return false }
      let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
      // Chunks begin at even places.
      offset += 8 + size + size % 2
    }
    return false
  }
}
