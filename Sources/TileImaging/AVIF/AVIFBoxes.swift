/// The outermost boxes of an AVIF file (ISO/IEC 14496-12, section 4.2), without their contents.
struct AVIFBoxes {
  private static let types = ["ftyp", "meta", "mdat", "free", "skip", "uuid"]
  private(set) var end = 0
  /// True when a box ends behind the bytes.
  private(set) var isTruncated = false
  private(set) var isSequence = false

  init(_ bytes: [UInt8]) {
    func number(at offset: Int, count: Int) -> Int? {
      guard offset + count <= bytes.count else { return nil }
      let value = bytes[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: value)
    }
    while end + 8 <= bytes.count, let short = number(at: end, count: 4) {
      let type = String(decoding: bytes[end + 4..<end + 8], as: UTF8.self)
      guard Self.types.contains(type) else { return }
      let size =
        switch short {
        // To the end of the file.
        case 0: bytes.count - end
        // The length follows in 64 bits.
        case 1: number(at: end + 8, count: 8) ?? .max
        default: short
        }
      guard size >= 8, size <= bytes.count - end else {
        isTruncated = true
        return
      }
      if type == "ftyp" {
        isSequence = stride(from: end + 16, through: end + size - 4, by: 4).contains {
          bytes[$0..<$0 + 4].elementsEqual("avis".utf8)
        }
      }
      end += size
    }
  }
}
