/// Finds elements by name in a small XML document, of whatever prefix, without building a tree.
struct MarkupText {
  /// An element that was found.
  struct Element {
    /// The text up to the first tag inside it, or all that is inside it, as asked for.
    var text: String
    /// The line on which it starts, from 1.
    var line: Int
  }

  private let text: String

  /// Takes a document; what is in comments is not looked at.
  init(_ text: String) {
    var kept = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "<!--") {
      kept += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstRange(of: "-->") else {
        rest = ""
        break
      }
      // Lines are counted for messages.
      kept += String(
        repeating: "\n",
        count: rest[open.lowerBound..<close.upperBound].count(where: \.isNewline))
      rest = rest[close.upperBound...]
    }
    self.text = kept + rest
  }

  /// The text of the first element of a name that holds no other element.
  func element(_ name: String) -> Element? {
    elements(name).first.map { element in
      Element(text: String(element.text.prefix { $0 != "<" }), line: element.line)
    }
  }

  /// All that is inside each element of a name; elements of the name inside one another are not told
  /// apart.
  func elements(_ name: String) -> [Element] {
    var found: [Element] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      let start = rest.index(after: open)
      rest = rest[start...]
      let tag = rest.prefix { $0 != ">" && !$0.isWhitespace && $0 != "/" }
      guard tag.split(separator: ":").last.map(String.init) == name, rest.first != "/",
        let close = rest.firstIndex(of: ">"), rest[..<close].last != "/"
      else { continue }
      let body = rest[rest.index(after: close)...]
      guard let end = body.firstRange(of: "</" + tag) else { break }
      found.append(
        Element(
          text: String(body[..<end.lowerBound]),
          line: 1 + text[..<open].count(where: \.isNewline)))
      rest = body[end.upperBound...]
    }
    return found
  }

  /// A text with the five entities of XML replaced.
  static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    let entities = [
      ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"),
    ]
    while let character = rest.first {
      if let (entity, meaning) = entities.first(where: { rest.hasPrefix($0.0) }) {
        result += meaning
        rest = rest.dropFirst(entity.count)
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}

extension StringProtocol {
  /// Where a text first occurs.
  func firstRange(of pattern: String) -> Range<Index>? {
    guard let first = pattern.first else { return nil }
    var start = startIndex
    while let index = self[start...].firstIndex(of: first) {
      if self[index...].hasPrefix(pattern) {
        return index..<self.index(index, offsetBy: pattern.count)
      }
      start = self.index(after: index)
    }
    return nil
  }
}
