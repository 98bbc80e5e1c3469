/// The Stream-Safe Text Format (UAX #15, D4): no more than 30 combining marks in a row.
///
/// Comparing and hashing sort the marks behind a character, in quadratic time: minutes for a few
/// hundred thousand. Texts from outside are checked before they become keys or are compared.
package enum StreamSafety {
  package static let limit = 30
  package static let fault = "more than \(limit) combining marks in a row"

  /// Tests a text in UTF-8; invalid bytes are ignored.
  package static func holds(utf8 bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var run = Run()
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        // The first combining mark, U+0300, begins with CC.
        if byte < 0xCC {
          if byte < 0x80 || byte >= 0xC0 { run.length = 0 }
          continue
        }
        let length = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
        var value = UInt32(byte) & (byte < 0xE0 ? 0x1F : byte < 0xF0 ? 0x0F : 0x07)
        for _ in 0..<length where index < bytes.count && bytes[index] & 0xC0 == 0x80 {
          value = value << 6 | UInt32(bytes[index] & 0x3F)
          index += 1
        }
        guard let scalar = Unicode.Scalar(value) else { continue }
        if !run.add(scalar) { return false }
      }
      return true
    }
  }

  package static func holds(_ text: String) -> Bool {
    if text.utf8.count <= 2 * limit { return true }
    return holds(utf8: Array(text.utf8))
  }

  /// Tests a text with `\u` and similar escapes replaced, and lines that end in a backslash joined.
  package static func holds(unescaping text: String) -> Bool {
    var run = Run()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        if !run.add(scalar) { return false }
        continue
      }
      guard let kind = rest.first else { break }
      switch kind {
      case "x", "u", "U":
        rest = rest.dropFirst()
        let digits = rest.prefix(kind == "x" ? 2 : kind == "u" ? 4 : 8)
        guard let value = UInt32(String(digits), radix: 16) else { break }
        rest = rest[digits.endIndex...]
        if let meant = Unicode.Scalar(value), !run.add(meant) { return false }
      case "\n", "\r":
        while let next = rest.first, next == "\n" || next == "\r" || next == " " || next == "\t" {
          rest = rest.dropFirst()
        }
      default: run.length = 0
      }
    }
    return true
  }

  /// A counter of consecutive marks.
  private struct Run {
    var length = 0

    mutating func add(_ scalar: Unicode.Scalar) -> Bool {
      let isMark =
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      length = isMark ? length + 1 : 0
      return length <= StreamSafety.limit
    }
  }
}
