/// Reads the tags of an XML document one after the other, without building anything of it.
///
/// Whatever the document is, each of its bytes is looked at a bounded number of times.
package struct MarkupScanner {
  /// A tag.
  package struct Tag {
    package enum Kind { case start, end, empty }
    package fileprivate(set) var kind: Kind
    /// The name without its prefix.
    package let name: String
    /// The attributes by name without prefix, of which the first of a name counts.
    package fileprivate(set) var attributes: [String: String]
    /// The bytes of the document from its `<` to behind its `>`.
    package fileprivate(set) var range: Range<Int>
  }

  /// The longest name of an attribute and the longest reference to a character that are read.
  private static let (maximumNameLength, maximumReferenceLength) = (64, 16)

  private let bytes: [UInt8]
  /// How many bytes were read.
  private(set) var position = 0

  /// Takes a document.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next tag, or `nil` at the end of the document or of what can be read of it.
  ///
  /// - Parameter readsAttributes: Whether those of an element of a name are of interest.
  /// - Returns: The tag.
  package mutating func next(readingAttributes readsAttributes: (String) -> Bool) -> Tag? {
    while skip(to: [UInt8(ascii: "<")]) {
      if starts(with: "<!--") {
        position += 4
        guard skip(past: Array("-->".utf8)) else { return nil }
      } else if starts(with: "<![CDATA[") {
        guard skip(past: Array("]]>".utf8)) else { return nil }
      } else if starts(with: "<?") {
        guard skip(past: Array("?>".utf8)) else { return nil }
      } else if starts(with: "<!") {
        guard skipDeclaration() else { return nil }
      } else {
        return tag(readingAttributes: readsAttributes)
      }
    }
    return nil
  }

  private mutating func tag(readingAttributes readsAttributes: (String) -> Bool) -> Tag? {
    let start = position
    position += 1
    let isEnd = current == UInt8(ascii: "/")
    if isEnd { position += 1 }
    var tag = Tag(
      kind: isEnd ? .end : .start, name: text(name()), attributes: [:],
      range: start..<start)
    let readingAttributes = !isEnd && readsAttributes(tag.name)
    while let byte = current {
      switch byte {
      case UInt8(ascii: ">"):
        position += 1
        tag.range = start..<position
        return tag
      case UInt8(ascii: "/"):
        position += 1
        if current == UInt8(ascii: ">") { tag.kind = .empty }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // A value whose name could not be read.
        _ = value()
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "="): position += 1
      default:
        let attribute = name()
        if attribute.isEmpty {
          position += 1
          continue
        }
        skipBlanks()
        guard current == UInt8(ascii: "=") else { continue }
        position += 1
        skipBlanks()
        let bounds = value()
        guard readingAttributes, attribute.count <= Self.maximumNameLength else { continue }
        let key = text(attribute)
        if tag.attributes[key] == nil { tag.attributes[key] = Self.unescaped(bytes[bounds]) }
      }
    }
    return nil
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func starts(with text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    return end <= bytes.count
      && bytes[position..<end].elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func skip(to pattern: [UInt8]) -> Bool {
    while position < bytes.count, bytes[position] != pattern[0] { position += 1 }
    return position < bytes.count
  }

  /// Reads on behind a pattern; false when there is none, with all read.
  mutating func skip(past pattern: [UInt8]) -> Bool {
    while skip(to: pattern) {
      let end = position + pattern.count
      if end <= bytes.count, bytes[position..<end].elementsEqual(pattern) {
        position = end
        return true
      }
      position += 1
    }
    return false
  }

  /// Skips `<!…>`, whose inner part in brackets may hold declarations of its own.
  private mutating func skipDeclaration() -> Bool {
    var depth = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        _ = value()
        continue
      default: break
      }
      position += 1
      if depth == 0 { return true }
    }
    return false
  }

  private mutating func skipBlanks() {
    while let byte = current, Self.isBlank(byte) { position += 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "<"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default: isBlank(byte)
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Reads a name and drops its prefix.
  private mutating func name() -> Range<Int> {
    var start = position
    while let byte = current, !Self.endsName(byte) {
      position += 1
      if byte == UInt8(ascii: ":") { start = position }
    }
    return start..<position
  }

  /// Reads a value in quotes; empty when there is none.
  private mutating func value() -> Range<Int> {
    guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return position..<position
    }
    position += 1
    let start = position
    while let byte = current, byte != quote { position += 1 }
    let end = position
    if position < bytes.count { position += 1 }
    return start..<end
  }

  /// The text with character references and the five entities of XML replaced.
  ///
  /// - Returns: The text; `nil` when the characters that references stand for make it one that cannot
  ///   be compared safely (``StreamSafety``).
  package static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
    let (ampersand, semicolon) = (UInt8(ascii: "&"), UInt8(ascii: ";"))
    guard bytes.contains(ampersand) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let start = rest.firstIndex(of: ampersand) {
      result += rest[..<start]
      rest = rest[start...]
      if let end = rest.prefix(maximumReferenceLength).firstIndex(of: semicolon),
        let meaning = MarkupCharacter.meaning(
          of: String(decoding: rest[(start + 1)..<end], as: UTF8.self))
      {
        result += String(meaning).utf8
        rest = rest[(end + 1)...]
      } else {
        result.append(ampersand)
        rest = rest.dropFirst()
      }
    }
    result += rest
    // References can make what the document itself must not hold.
    return StreamSafety.holds(utf8: result) ? String(decoding: result, as: UTF8.self) : nil
  }
}

/// The characters of XML and HTML that are written as references.
package enum MarkupCharacter {
  /// A text as the content of an element; with `quotes` also as an attribute in double quotes.
  package static func escaped(_ text: String, quotes: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where quotes: result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// What the reference `&name;` stands for: one of XML's five entities, or a number as `#38` or `#x26`;
  /// `nil` for any other.
  package static func meaning(of name: some StringProtocol) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init)
  }
}
