/// Identifiers made from arbitrary names of layers and floors.
///
/// Only ASCII letters and digits remain, so that an identifier is valid in every language and as a
/// file name. Accented Latin letters lose their accents, and the minus of a number is spelled out.
package enum Identifier {
  /// Words in capitals, such as `GroundFloor`, and numbers with `_`, such as `Level0_5`; empty when
  /// no word is left.
  package static func capitalized(_ text: String) -> String {
    joined(words(text).map { $0.prefix(1).uppercased() + $0.dropFirst() })
  }

  /// Words in camel case, such as `groundFloor`; empty when no word is left.
  ///
  /// The result may be a keyword or begin with a digit.
  package static func lowercased(_ text: String) -> String {
    let words = words(text)
    guard let first = words.first else { return "" }
    let isAcronym = first.allSatisfy { $0.isUppercase || $0.isNumber }
    let head = isAcronym ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    return joined([head] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() })
  }

  static func lowercasedFirst(_ identifier: String) -> String {
    identifier.prefix(1).lowercased() + identifier.dropFirst()
  }

  /// A file name in Dart, such as `museum_floors` for `MuseumFloors`.
  static func snakeCased(_ identifier: String) -> String {
    var name = ""
    for character in identifier {
      if character.isUppercase, !name.isEmpty, name.last != "_" { name += "_" }
      name += character.lowercased()
    }
    return name
  }

  package static func beginsWithDigit(_ name: String) -> Bool {
    name.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  /// True for names with a meaning of their own in a Swift enumeration.
  package static func isReservedCase(_ name: String) -> Bool { reservedCases.contains(name) }

  /// Words without a gap, except between digits that would read as one number.
  private static func joined(_ words: [String]) -> String {
    words.reduce(into: "") { name, word in
      if beginsWithDigit(word), name.last?.isNumber ?? false { name += "_" }
      name += word
    }
  }

  private static func words(_ text: String) -> [String] {
    var words = [""]
    for (index, character) in zip(text.indices, text) {
      if isMinus(character, at: index, of: text) {
        words += ["minus", ""]
      } else if let folded = foldings[character] {
        words[words.count - 1] += folded
      } else if character.isASCII, character.isLetter || character.isNumber {
        words[words.count - 1].append(character)
      } else if !"'’".contains(character) {
        words.append("")
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// True before a number, unless a letter or digit precedes, as in joined words and dates.
  private static func isMinus(_ character: Character, at index: String.Index, of text: String)
    -> Bool
  {
    guard character == "-" || character == "\u{2212}",
      let next = text[index...].dropFirst().first, next.isASCII, next.isNumber
    else { return false }
    return text[..<index].last.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  /// Plain forms of Latin letters; composed and decomposed letters are equal as characters.
  private static let foldings: [Character: String] = {
    let groups = [
      ("A", "ÀÁÂÃÄÅĀĂĄǍ"), ("AE", "Æ"), ("C", "ÇĆĈĊČ"), ("D", "ĎĐÐ"), ("E", "ÈÉÊËĒĔĖĘĚ"),
      ("G", "ĜĞĠĢ"), ("H", "ĤĦ"), ("I", "ÌÍÎÏĨĪĬĮİ"), ("J", "Ĵ"), ("K", "Ķ"), ("L", "ĹĻĽĿŁ"),
      ("N", "ÑŃŅŇŊ"), ("O", "ÒÓÔÕÖØŌŎŐ"), ("OE", "Œ"), ("R", "ŔŖŘ"), ("S", "ŚŜŞŠȘ"),
      ("T", "ŢŤŦȚ"), ("TH", "Þ"), ("U", "ÙÚÛÜŨŪŬŮŰŲ"), ("W", "Ŵ"), ("Y", "ÝŶŸ"), ("Z", "ŹŻŽ"),
      ("ss", "ßẞ"), ("i", "ı"), ("a", "àáâãäåāăąǎª"), ("ae", "æ"), ("c", "çćĉċč"), ("d", "ďđð"),
      ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭį"), ("j", "ĵ"), ("k", "ķĸ"),
      ("l", "ĺļľŀł"), ("n", "ñńņňŉŋ"), ("o", "òóôõöøōŏőº"), ("oe", "œ"), ("r", "ŕŗř"),
      ("s", "śŝşšșſ"), ("t", "ţťŧț"), ("th", "þ"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"),
      ("z", "źżž"),
    ]
    var foldings: [Character: String] = [:]
    for (plain, letters) in groups {
      for letter in letters { foldings[letter] = plain }
    }
    return foldings
  }()

  private static let reservedCases: Set<String> = [
    "actor", "allCases", "any", "as", "associatedtype", "associativity", "async", "await",
    "borrowing", "break", "case", "catch", "class", "consume", "consuming", "continue",
    "convenience", "copy", "default", "defer", "deinit", "didSet", "discard", "do", "dynamic",
    "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for",
    "func", "get", "guard", "hash", "hashValue", "id", "if", "import", "in", "indirect", "infix",
    "init", "inout", "internal", "is", "isolated", "lazy", "left", "let", "level", "macro",
    "makeLayer", "mutating", "name", "nil", "none", "nonisolated", "nonmutating", "open",
    "operator", "optional", "override", "package", "postfix", "precedence", "precedencegroup",
    "prefix", "private", "protocol", "public", "rawValue", "repeat", "required", "rethrows",
    "return", "right", "self", "sending", "set", "some", "static", "struct", "subscript", "super",
    "switch", "then", "throw", "throws", "tileURL", "true", "try", "type", "typealias", "unowned",
    "unsafe", "var", "weak", "where", "while", "willSet", "yield",
  ]
}

/// Comments that list the identifiers that differ from the given names.
enum IdentifierNotes {
  /// An identifier and the name that it was made of.
  struct Entry {
    let name: String
    let identifier: String
    /// The identifier if every letter and digit of the name could stand; compared without regard to
    /// case and other characters.
    let expected: String

    var isAltered: Bool { Self.letters(of: identifier) != Self.letters(of: expected) }

    private static func letters(of text: String) -> String {
      text.filter { $0.isLetter || $0.isNumber }.lowercased()
    }
  }

  static func comment(_ entries: [Entry]) -> String {
    let altered = entries.filter(\.isAltered)
    if altered.isEmpty { return "" }
    return "// Identifiers that differ from the names:\n"
      + altered.map { "//   \(StringLiteral.comment($0.name)) -> \($0.identifier)\n" }.joined()
      + "\n"
  }
}
