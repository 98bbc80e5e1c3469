import Foundation

/// A word or a number of a floor's name.
struct FloorNameToken: Hashable {
  /// The letters or the number of a token.
  enum Content: Hashable {
    /// In lower case and without accents.
    case word(String)
    /// A number of storeys without its sign, in halves; `nil` for one that no floor has.
    case number(halves: Int?, digits: Int)
  }

  /// The sign before a number.
  enum Sign: Hashable {
    case none
    case minus
    /// A hyphen after a letter, as in `level-1`: a minus, or a mere separator.
    case hyphen
  }

  let content: Content
  let sign: Sign
  /// With the sign.
  let range: Range<Int>
  /// The text between the token before and this one, without the sign.
  let gap: String

  var word: String? {
    if case .word(let text) = content { return text }
    return nil
  }

  /// `nil` where a floor cannot have it.
  var halves: Int? {
    if case .number(let halves, _) = content { return halves }
    return nil
  }
}

/// A name in lower case and without accents, and its tokens.
struct TokenizedFloorName {
  let characters: [Character]
  let tokens: [FloorNameToken]

  init(_ name: String) {
    let plain = name.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { $0.properties.generalCategory != .nonspacingMark }
    let characters = Array(String(String.UnicodeScalarView(plain)))
    var tokens: [FloorNameToken] = []
    var index = 0
    var end = 0
    while index < characters.count {
      if characters[index].isLetter {
        let start = index
        while index < characters.count, characters[index].isLetter { index += 1 }
        tokens.append(
          FloorNameToken(
            content: .word(String(characters[start..<index])), sign: .none, range: start..<index,
            gap: String(characters[end..<start])))
        end = index
      } else if characters[index].isFloorDigit {
        let start = index
        let number = Self.number(in: characters, at: &index)
        let sign = Self.sign(before: start, in: characters)
        let first = sign == .none ? start : start - 1
        tokens.append(
          FloorNameToken(
            content: number, sign: sign, range: first..<index,
            gap: String(characters[min(end, first)..<first])))
        end = index
      } else {
        index += 1
      }
    }
    self.characters = characters
    self.tokens = tokens
  }

  /// Reads digits, and `.5` where nothing else follows it.
  private static func number(
    in characters: [Character], at index: inout Int
  ) -> FloorNameToken.Content {
    let start = index
    while index < characters.count, characters[index].isFloorDigit { index += 1 }
    let digits = characters[start..<index]
    var isHalf = false
    if index + 1 < characters.count, ".,".contains(characters[index]), characters[index + 1] == "5",
      index + 2 == characters.count
        || !(characters[index + 2].isFloorDigit || characters[index + 2].isLetter)
    {
      isHalf = true
      index += 2
    }
    let storeys = digits.count <= 4 ? Int(String(digits)) : nil
    return .number(halves: storeys.map { 2 * $0 + (isHalf ? 1 : 0) }, digits: digits.count)
  }

  private static func sign(before start: Int, in characters: [Character]) -> FloorNameToken.Sign {
    guard start > 0 else { return .none }
    switch characters[start - 1] {
    case "\u{2212}": return .minus
    case "-", "\u{2013}":
      guard start > 1 else { return .minus }
      let before = characters[start - 2]
      // After a digit it joins the parts of a date or of a code.
      if before.isFloorDigit { return .none }
      return before.isLetter ? .hyphen : .minus
    default: return .none
    }
  }

  func stem(without token: FloorNameToken) -> String {
    String(characters[..<token.range.lowerBound] + "#" + characters[token.range.upperBound...])
  }
}

extension Character {
  fileprivate var isFloorDigit: Bool { isASCII && isNumber }
}
