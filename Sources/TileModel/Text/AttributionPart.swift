/// A run of text in an attribution, possibly a link.
///
/// TileJSON writes attributions in HTML. Only text and `<a href>` to http, https and mailto are
/// taken over, so that no foreign markup reaches a page.
package struct AttributionPart: Hashable, Sendable {
  package var text: String
  /// An absolute URL of http, https or mailto.
  package var link: String?

  package static func html(cleaning html: String) -> String {
    parts(of: html).map { part in
      let text = MarkupCharacter.escaped(part.text, quotes: true)
      return part.link.map {
        "<a href=\"\(MarkupCharacter.escaped($0, quotes: true))\">\(text)</a>"
      } ?? text
    }.joined()
  }

  /// Texts are never empty; neighbours never share a link.
  package static func parts(of html: String) -> [AttributionPart] {
    var parts: [AttributionPart] = []
    var link: String?
    var rest = html[...]
    func add(_ text: String) {
      guard !text.isEmpty else { return }
      if let last = parts.indices.last, parts[last].link == link {
        parts[last].text += text
      } else {
        parts.append(AttributionPart(text: text, link: link))
      }
    }
    while let opening = rest.firstIndex(of: "<") {
      add(decoded(rest[..<opening]))
      rest = rest[opening...]
      guard let tag = Tag(beginning: rest) else {
        add("<")
        rest = rest.dropFirst()
        continue
      }
      rest = tag.rest
      switch (tag.name, tag.isClosing) {
      case ("a", false): link = tag.href.flatMap(webLink)
      case ("a", true): link = nil
      case ("script", false), ("style", false): rest = skipped(tag.name, in: rest)
      case ("br", _), ("p", _), ("li", _), ("div", _): add(" ")
      default: break
      }
    }
    add(decoded(rest))
    return parts
  }

  private static func skipped(_ name: String, in rest: Substring) -> Substring {
    var rest = rest
    while let opening = rest.firstRange(of: "</") {
      let closing = rest[opening.lowerBound...]
      rest = rest[opening.upperBound...]
      // Only the end is read as a tag: reading one may go on to the end of the text.
      guard rest.prefix(name.count).lowercased() == name else { continue }
      rest = rest.dropFirst(name.count)
      let isEnd = rest.first.map { $0.isWhitespace || $0 == ">" || $0 == "/" } ?? false
      if isEnd, let tag = Tag(beginning: closing) { return tag.rest }
    }
    return ""
  }

  private static func webLink(_ text: String) -> String? {
    let url = decoded(text[...]).trimmingSpaces
    let start = url.lowercased()
    guard ["https://", "http://", "mailto:"].contains(where: start.hasPrefix),
      !url.unicodeScalars.contains(where: { $0.value <= 0x20 || $0 == "\\" })
    else { return nil }
    return url
  }

  private static func decoded(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...]
      let name = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
      let after = rest[name.endIndex...]
      if after.first == ";", let scalar = scalar(named: name) {
        result.unicodeScalars.append(scalar)
        rest = after.dropFirst()
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private static func scalar(named name: Substring) -> Unicode.Scalar? {
    if let meaning = MarkupCharacter.meaning(of: name) { return meaning }
    let known: [Substring: Unicode.Scalar] = [
      "nbsp": "\u{A0}", "copy": "©", "reg": "®", "trade": "™", "middot": "·", "bull": "•",
      "ndash": "–",
      "mdash": "—", "hellip": "…", "auml": "ä", "ouml": "ö", "uuml": "ü", "szlig": "ß",
      "eacute": "é", "egrave": "è", "ccedil": "ç",
    ]
    return known[name]
  }

  /// A tag or comment at the beginning of a text.
  private struct Tag {
    var name: String
    var isClosing: Bool
    var href: String?
    var rest: Substring

    /// `nil` when the leading `<` is literal text.
    init?(beginning text: Substring) {
      var rest = text.dropFirst()
      if rest.hasPrefix("!--") {
        let end = rest.dropFirst(3).firstRange(of: "-->")?.upperBound ?? rest.endIndex
        (name, isClosing, href, self.rest) = ("", false, nil, rest[end...])
        return
      }
      isClosing = rest.first == "/"
      if isClosing { rest = rest.dropFirst() }
      let isDeclaration = rest.first == "!" || rest.first == "?"
      guard let first = rest.first, isDeclaration || (first.isASCII && first.isLetter) else {
        return nil
      }
      let word = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
      name = isDeclaration ? "" : word.lowercased()
      rest = rest[word.endIndex...]
      while let attribute = Attribute(beginning: rest) {
        if attribute.name == "href", href == nil { href = attribute.value }
        rest = attribute.rest
      }
      // An unclosed tag swallows the rest, as it does in browsers.
      self.rest = rest.drop { $0 != ">" }.dropFirst()
    }
  }

  /// An attribute of a tag, after spaces and slashes.
  private struct Attribute {
    var name: String
    var value: String
    var rest: Substring

    init?(beginning text: Substring) {
      var rest = text.drop { $0.isWhitespace || $0 == "/" }
      guard let first = rest.first, first != ">" else { return nil }
      let word = rest.dropFirst().prefix { !$0.isWhitespace && !"=>/".contains($0) }
      name = String(rest[..<word.endIndex]).lowercased()
      rest = rest[word.endIndex...].drop(while: \.isWhitespace)
      value = ""
      guard rest.first == "=" else {
        self.rest = rest
        return
      }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      if let quote = rest.first, quote == "\"" || quote == "'" {
        let content = rest.dropFirst().prefix { $0 != quote }
        value = String(content)
        self.rest = rest[content.endIndex...].dropFirst()
      } else {
        let content = rest.prefix { !$0.isWhitespace && $0 != ">" }
        value = String(content)
        self.rest = rest[content.endIndex...]
      }
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
