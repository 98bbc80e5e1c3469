/// Finds elements by name in a small XML document, of whatever prefix, without building a tree.
///
/// Whatever the document is, a search looks at each byte a bounded number of times.
struct MarkupText {
  /// An element that was found.
  struct Element {
    /// The text up to the first tag inside it, or all that is inside it, as asked for.
    var text: String
    /// The line on which it starts, from 1.
    var line: Int
    /// What its tag says besides the name.
    var attributes = ""

    /// The value of an attribute in quotes; `nil` without it.
    func attribute(_ name: String) -> String? {
      let parts = attributes.split(separator: "\"", omittingEmptySubsequences: false)
      for (key, value) in zip(parts, parts.dropFirst())
      where key.drop(while: { " \t\r\n".contains($0) }) == "\(name)=" {
        return MarkupText.unescaped(String(value))
      }
      return nil
    }
  }

  private let bytes: [UInt8]

  /// Takes a document; what is in comments is not looked at.
  init(_ bytes: some Sequence<UInt8>) {
    let document = Array(bytes)
    var kept: [UInt8] = []
    kept.reserveCapacity(document.count)
    var start = 0
    while let open = document[start...].firstRange(of: Array("<!--".utf8)) {
      kept += document[start..<open.lowerBound]
      guard let close = document[open.upperBound...].firstRange(of: Array("-->".utf8)) else {
        start = document.count
        break
      }
      // Lines are counted for messages.
      let comment = document[open.lowerBound..<close.upperBound]
      kept += [UInt8](repeating: Self.newline, count: comment.count { $0 == Self.newline })
      start = close.upperBound
    }
    self.bytes = kept + document[start...]
  }

  private static let newline = UInt8(ascii: "\n")
  private static let open = UInt8(ascii: "<")
  private static let close = UInt8(ascii: ">")

  /// The text of the first element of a name that holds no other element.
  func element(_ name: String) -> Element? {
    elements(name, limit: 1).first.map { element in
      Element(text: String(element.text.prefix { $0 != "<" }), line: element.line)
    }
  }

  /// All that is inside each element of a name, of at most so many; elements of the name inside one
  /// another are not told apart.
  func elements(_ name: String, limit: Int = .max) -> [Element] {
    let name = Array(name.utf8)
    var found: [Element] = []
    var line = 1
    var counted = 0
    var place = 0
    while found.count < limit, let open = bytes[place...].firstIndex(of: Self.open) {
      place = open + 1
      let nameEnd = bytes[place...].firstIndex(where: Self.endsName) ?? bytes.count
      let tag = bytes[place..<nameEnd]
      guard tag.elementsEqual(name) || tag.hasPrefixedName(name),
        // A tag that another one begins in is none.
        let close = bytes[nameEnd...].firstIndex(where: { $0 == Self.close || $0 == Self.open }),
        bytes[close] == Self.close, bytes[close - 1] != UInt8(ascii: "/")
      else {
        place = nameEnd
        continue
      }
      guard let end = bytes[(close + 1)...].firstRange(of: Array("</".utf8) + tag) else { break }
      line += bytes[counted..<open].count { $0 == Self.newline }
      counted = open
      found.append(
        Element(
          text: String(decoding: bytes[(close + 1)..<end.lowerBound], as: UTF8.self), line: line,
          attributes: String(decoding: bytes[nameEnd..<close], as: UTF8.self)))
      place = end.upperBound
    }
    return found
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case open, close, UInt8(ascii: "/"), 0x20, 0x09...0x0D: true
    default: false
    }
  }

  /// A text with the five entities of XML replaced.
  static func unescaped(_ text: String) -> String {
    let entities: [(name: [UInt8], meaning: UInt8)] = [
      (Array("&quot;".utf8), UInt8(ascii: "\"")), (Array("&apos;".utf8), UInt8(ascii: "'")),
      (Array("&lt;".utf8), UInt8(ascii: "<")), (Array("&gt;".utf8), UInt8(ascii: ">")),
      (Array("&amp;".utf8), UInt8(ascii: "&")),
    ]
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "&"),
        let entity = entities.first(where: { bytes[place...].starts(with: $0.name) })
      {
        result.append(entity.meaning)
        place += entity.name.count
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// Whether this is a name behind a prefix and a colon.
  fileprivate func hasPrefixedName(_ name: [UInt8]) -> Bool {
    count > name.count && suffix(name.count).elementsEqual(name)
      && self[endIndex - name.count - 1] == UInt8(ascii: ":")
  }
}
