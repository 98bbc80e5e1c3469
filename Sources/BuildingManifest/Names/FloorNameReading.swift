import TileModel

/// The reading of one name by itself, before the other names of the set are known.
enum FloorNameReading {
  case nothing
  case level(FloorLevel)
  /// A number after a hyphen that is a minus or a mere separator.
  case hyphenated(FloorNameToken)
  /// A letter that is a floor only beside other floors, and stands last.
  case letter(FloorNameToken, FloorVocabulary.Meaning)
  /// Numbers that are levels only beside other names that differ in them, the last first.
  case numbers([FloorNameToken])
  case mezzanine
  /// Above all others, by rank.
  case top(rank: Int)

  /// In halves of storeys: larger numbers are years and rooms.
  private static let largest = 400

  /// The last word that tells counts.
  init(_ name: TokenizedFloorName, ofBuilding: Int?, hasLowerGround: Bool) {
    let tokens = name.tokens
    if tokens.count == 1, let halves = tokens[0].halves, tokens[0].sign != .hyphen {
      // The one exception from the limit: a name that is nothing but a number.
      let level = FloorLevel(halves: tokens[0].sign == .minus ? -halves : halves)
      self = level.map { .level($0) } ?? .nothing
      return
    }
    var result = Self.nothing
    // A number belongs to one word: B1F is no first floor.
    var taken: Int?
    // In halves, as of `2nd` or `second`.
    var ordinal: Int?
    for (index, token) in tokens.enumerated() {
      guard let word = token.word else { continue }
      if hasLowerGround, word == "ug" { continue }
      if FloorVocabulary.ordinalEndings.contains(word), token.gap.isEmpty, index > 0,
        let halves = Self.halves(of: tokens[index - 1])
      {
        result = FloorLevel(halves: halves).map { .level($0) } ?? result
        (taken, ordinal) = (index - 1, halves)
      }
      let previous = index > 0 ? tokens[index - 1].word : nil
      guard let meaning = FloorVocabulary.meaning(of: word, after: previous) else { continue }
      let number = Self.number(beside: index, of: tokens, notAt: [taken, ofBuilding])
      if let reading = Self.reading(
        meaning, number: number.map { tokens[$0] }, ordinal: ordinal, after: previous)
      {
        result = reading
        taken = number ?? taken
      }
      if case .level(let storeys) = meaning, storeys > 0 { ordinal = 2 * storeys }
    }
    if case .nothing = result, let last = tokens.last {
      if let word = last.word, let meaning = FloorVocabulary.letters[word] {
        result = .letter(last, meaning)
      } else {
        let numbers = tokens.indices.reversed().filter { index in
          guard case .number(_, let digits) = tokens[index].content, digits <= 2 else {
            return false
          }
          // P1 may be under the ground, and M1 between two storeys.
          let isCode = index > 0 && tokens[index].gap.isEmpty && tokens[index - 1].word?.count == 1
          return !isCode
        }.map { tokens[$0] }
        if !numbers.isEmpty { result = .numbers(numbers) }
      }
    }
    self = result
  }

  private static func halves(of token: FloorNameToken) -> Int? {
    token.halves.flatMap { $0 <= largest ? $0 : nil }
  }

  /// The nearer one of its neighbours.
  private static func number(
    beside index: Int, of tokens: [FloorNameToken], notAt taken: [Int?]
  ) -> Int? {
    let word = tokens[index].word ?? ""
    var best: (index: Int, distance: Int)?
    if index + 1 < tokens.count, halves(of: tokens[index + 1]) != nil {
      best = (index + 1, tokens[index + 1].gap.count)
    }
    if index > 0, halves(of: tokens[index - 1]) != nil, !taken.contains(index - 1),
      !FloorVocabulary.takesNumberAfter.contains(word)
    {
      // 1.OG is an ordinal, whose point belongs to it.
      let gap = tokens[index].gap == "." ? 0 : tokens[index].gap.count
      if gap < best?.distance ?? .max { best = (index - 1, gap) }
    }
    // A letter is a word of its own unless its number is next to it.
    if let found = best, word.count == 1, found.distance > 1 { best = nil }
    return best?.index
  }

  private static func reading(
    _ meaning: FloorVocabulary.Meaning, number: FloorNameToken?, ordinal: Int?,
    after previous: String?
  ) -> FloorNameReading? {
    func level(_ halves: Int) -> FloorNameReading? {
      FloorLevel(halves: halves).map { .level($0) }
    }
    switch meaning {
    case .level(0) where previous == "lower": return level(-2)
    case .level(0) where previous == "upper": return nil
    case .level(let storeys): return level(2 * storeys)
    case .upwards(let alone):
      guard let number, let halves = number.halves else {
        return alone.flatMap { level(ordinal ?? 2 * $0) }
      }
      // Basement level 2 is not level 2.
      if let previous,
        case .downwards(alone: .some) = FloorVocabulary.meaning(of: previous, after: nil)
      {
        return level(-halves)
      }
      switch number.sign {
      case .none: return level(halves)
      case .minus: return level(-halves)
      case .hyphen: return .hyphenated(number)
      }
    case .downwards(let alone):
      guard let number, let halves = number.halves else {
        return alone.flatMap { level(ordinal.map(-) ?? 2 * $0) }
      }
      return level(-halves)
    case .mezzanine:
      // Whether the second mezzanine is above the second storey differs between countries.
      return number == nil ? .mezzanine : .nothing
    case .top(let rank): return .top(rank: rank + (number?.halves ?? 0))
    }
  }
}
