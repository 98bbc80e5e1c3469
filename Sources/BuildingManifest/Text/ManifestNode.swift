/// A value of a manifest and where it stands.
struct ManifestNode: Hashable, Sendable {
  /// A key of a mapping with its value.
  struct Entry: Hashable, Sendable {
    var key: String
    var location: ManifestLocation
    var value: ManifestNode
  }

  /// The kind of a value.
  enum Content: Hashable, Sendable {
    /// Nothing, or a plain `~` or `null`.
    case nothing
    /// Any scalar, as it is written: which kind of value it is follows from what is expected.
    case text(String)
    case list([ManifestNode])
    case mapping([Entry])
  }

  var content: Content
  var location: ManifestLocation

  var found: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text): text.isEmpty ? "\"\"" : text.manifestExcerpt
    case .list(let items): "a list of \(items.count)"
    case .mapping(let entries): entries.isEmpty ? "an empty mapping" : "a mapping"
    }
  }
}

extension String {
  /// At most 60 characters on one line.
  var manifestExcerpt: String {
    let start = unicodeScalars.prefix(61)
    let shown = start.prefix(60).map { scalar in
      Character(scalar).isNewline || scalar == "\t" ? " " : Character(scalar)
    }
    return String(shown) + (shown.count < start.count ? "…" : "")
  }
}

/// A position in a manifest.
package struct ManifestLocation: Hashable, Sendable, CustomStringConvertible {
  package var path: String
  /// The line, from 1.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int

  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }

  package var description: String { "\(path):\(line):\(column)" }
}

/// Texts as YAML writes them.
enum ManifestScalar {
  /// Plain where that is safe, else in double quotes.
  static func text(_ text: String) -> String {
    let isPlain =
      text.first.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false && text.last != " "
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: " "):
          true
        default: false
        }
      }
    if isPlain, text.lowercased() != "null" { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.properties.generalCategory == .control || scalar.value == 0xFEFF,
        "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
