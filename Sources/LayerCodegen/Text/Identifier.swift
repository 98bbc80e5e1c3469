/// Names in generated code, made from whatever people call their layers and floors.
///
/// Only ASCII letters and digits remain, so that a name is valid in every language and as a file name;
/// accented Latin letters lose their accents, and the minus of a number is spelled out.
package enum Identifier {
  /// The words of `text` joined with capitals, such as `GroundFloor`, and numbers with `_`, such as
  /// `Level0_5`; empty when no word is left.
  package static func capitalized(_ text: String) -> String {
    joined(words(text).map { $0.prefix(1).uppercased() + $0.dropFirst() })
  }

  /// The words of `text` joined with capitals but for the first, such as `groundFloor`.
  ///
  /// Empty when no word is left; may be a keyword and may begin with a digit.
  package static func lowercased(_ text: String) -> String {
    let words = words(text)
    guard let first = words.first else { return "" }
    let isAcronym = first.allSatisfy { $0.isUppercase || $0.isNumber }
    let head = isAcronym ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    return joined([head] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() })
  }

  /// An identifier with a small first letter, such as `museumFloor` for `MuseumFloor`.
  static func lowercasedFirst(_ identifier: String) -> String {
    identifier.prefix(1).lowercased() + identifier.dropFirst()
  }

  /// An identifier as a file is called in Dart, such as `museum_floors` for `MuseumFloors`.
  static func snakeCased(_ identifier: String) -> String {
    var name = ""
    for character in identifier {
      if character.isUppercase, !name.isEmpty, name.last != "_" { name += "_" }
      name += character.lowercased()
    }
    return name
  }

  /// Whether `name` begins with a digit, as no identifier may.
  package static func beginsWithDigit(_ name: String) -> Bool {
    name.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  /// Whether Swift gives `name` a meaning of its own where an enumeration case stands.
  package static func isReservedCase(_ name: String) -> Bool { reservedCases.contains(name) }

  /// Words without a gap, but for those whose digits would read as one number.
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

  /// Whether a hyphen or minus precedes a number and follows neither a letter nor a digit, as those do
  /// that join words or the parts of a date.
  private static func isMinus(_ character: Character, at index: String.Index, of text: String)
    -> Bool
  {
    guard character == "-" || character == "\u{2212}",
      let next = text[index...].dropFirst().first, next.isASCII, next.isNumber
    else { return false }
    return text[..<index].last.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  /// Latin letters by their plain form; composed and decomposed letters are equal as characters.
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

  /// The keywords of Swift, and the names that every enumeration with raw values has.
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

/// Comments that say which identifiers of the generated code differ from the names that people gave.
enum IdentifierNotes {
  /// An identifier and the name that it was made of.
  struct Entry {
    /// The name as people gave it.
    let name: String
    let identifier: String
    /// What the identifier would be if every letter and digit of the name could stand, and nothing else;
    /// compared without regard to case and to other characters.
    let expected: String

    /// Whether more than blanks, punctuation and capitals differ.
    var isAltered: Bool { Self.letters(of: identifier) != Self.letters(of: expected) }

    private static func letters(of text: String) -> String {
      text.filter { $0.isLetter || $0.isNumber }.lowercased()
    }
  }

  /// The comment and the empty line after it; no text where no identifier is altered.
  static func comment(_ entries: [Entry]) -> String {
    let altered = entries.filter(\.isAltered)
    if altered.isEmpty { return "" }
    return "// Identifiers that differ from the names:\n"
      + altered.map { "//   \(StringLiteral.comment($0.name)) -> \($0.identifier)\n" }.joined()
      + "\n"
  }
}
