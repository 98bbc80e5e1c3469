import TileModel

/// Where the image in a tile's bytes ends.
enum ImageEnd {
  /// The number of bytes that follow the image; 0 when none do or the end cannot be told.
  static func trailingByteCount(_ bytes: [UInt8], format: TileFormat) -> Int {
    let end: Int? =
      switch format {
      case .png: png(bytes)
      case .jpeg: jpeg(bytes)
      case .webp: webp(bytes)
      default: nil
      }
    guard let end, end <= bytes.count else { return 0 }
    return bytes.count - end
  }

  /// After IEND (W3C PNG, section 5.3 "Chunk layout").
  private static func png(_ bytes: [UInt8]) -> Int? {
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
      let isEnd = bytes[(offset + 4)..<(offset + 8)].elementsEqual("IEND".utf8)
      offset += 12 + length
      if isEnd { return offset }
    }
    return nil
  }

  /// After EOI (ITU-T T.81, annex B).
  private static func jpeg(_ bytes: [UInt8]) -> Int? {
    var offset = 2
    while offset + 2 <= bytes.count {
      guard bytes[offset] == 0xFF else {
        // Entropy-coded data: a marker is an FF that neither 00 nor FF follows.
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

  /// After the RIFF chunk, padded to an even length (RFC 9649, section 2.3).
  private static func webp(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 12 else { return nil }
    let size = (4..<8).reduce(0) { $0 | Int(bytes[$1]) << (8 * ($1 - 4)) }
    return 8 + size + size & 1
  }
}
