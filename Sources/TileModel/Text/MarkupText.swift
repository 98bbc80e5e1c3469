/// Finds elements by name in a small XML document, of whatever prefix, without building a tree.
///
/// Whatever the document is, a search looks at each byte a bounded number of times.
package struct MarkupText {
  /// An element that was found.
  package struct Element {
    /// What is inside it, without comments.
    package let content: MarkupText
    /// The line on which it starts, from 1.
    package let line: Int
    /// The attributes by name without prefix.
    package let attributes: [String: String]

    /// The text up to the first tag inside it, references to characters replaced.
    package var text: String {
      let text = content.bytes.prefix { $0 != UInt8(ascii: "<") }
      return MarkupScanner.unescaped(text) ?? ""
    }
  }

  private let bytes: [UInt8]

  /// Takes a document; what is in comments is not looked at.
  package init(_ document: [UInt8]) {
    var kept: [UInt8] = []
    kept.reserveCapacity(document.count)
    var scanner = MarkupScanner(document)
    var start = 0
    while scanner.skip(past: Self.opening) {
      let comment = scanner.position
      kept += document[start..<comment - Self.opening.count]
      let isClosed = scanner.skip(past: Self.closing)
      start = isClosed ? scanner.position : document.count
      guard isClosed else { break }
      // Lines are counted for messages.
      let lines = document[comment..<start].count { $0 == Self.newline }
      kept += [UInt8](repeating: Self.newline, count: lines)
    }
    bytes = kept + document[start...]
  }

  /// Takes what is without comments.
  private init(uncommented bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  private static let opening = Array("<!--".utf8)
  private static let closing = Array("-->".utf8)
  private static let newline = UInt8(ascii: "\n")

  /// The first element of a name.
  package func element(_ name: String) -> Element? { elements(name, limit: 1).first }

  /// The elements of a name, of at most so many; those inside one another are not distinguished, and
  /// one without an end is none.
  package func elements(_ name: String, limit: Int = .max) -> [Element] {
    var found: [Element] = []
    var scanner = MarkupScanner(bytes)
    var line = 1
    var counted = 0
    while found.count < limit, let start = scanner.next(readingAttributes: { $0 == name }) {
      guard start.name == name, start.kind == .start else { continue }
      var end = scanner.next { _ in false }
      while let tag = end, tag.name != name || tag.kind != .end {
        end = scanner.next { _ in false }
      }
      guard let end else { break }
      line += bytes[counted..<start.range.lowerBound].count { $0 == Self.newline }
      counted = start.range.lowerBound
      let content = MarkupText(
        uncommented: bytes[start.range.upperBound..<end.range.lowerBound])
      found.append(Element(content: content, line: line, attributes: start.attributes))
    }
    return found
  }
}
