package import TileModel

/// Reads levels from the names of floors: identifiers, files and folders.
package enum FloorNames {
  /// The level that one name implies by itself, such as `2`, `L-1`, `B1` or `1.OG`; `nil` when it tells
  /// none.
  package static func level(of name: String) -> FloorLevel? { levels(of: [name]).first ?? nil }

  /// A number counts where a word such as `level` or `OG` stands beside it, where it is the whole name, and
  /// where names differ in it alone, as in `plan_-1` and `plan_0`.
  ///
  /// `G`, `M` and `DG` count beside floors that have a level. It is a reading for people to check.
  package static func levels(of names: [String]) -> [FloorLevel?] {
    let names = names.map(TokenizedFloorName.init)
    let hasLowerGround = names.contains { $0.tokens.contains { $0.word == "lg" } }
    let ofBuilding = buildingNumber(names)
    var set = FloorNameSet(
      names: names,
      readings: names.map {
        FloorNameReading($0, ofBuilding: ofBuilding, hasLowerGround: hasLowerGround)
      })
    set.readNumbers()
    set.readHyphens()
    set.readLetters()
    set.readMezzanine()
    set.readTop()
    return set.levels
  }

  /// The index of the number in which all names begin alike behind a word of no floor, as in `Haus 2 EG` and
  /// `Haus 2 UG`.
  private static func buildingNumber(_ names: [TokenizedFloorName]) -> Int? {
    guard names.count > 1, let tokens = names.first?.tokens else { return nil }
    let shared = tokens.indices.prefix { index in
      names.allSatisfy {
        index < $0.tokens.count && $0.tokens[index].content == tokens[index].content
      }
    }
    guard let last = shared.last, last > 0, tokens[last].word == nil,
      let word = tokens[last - 1].word,
      FloorVocabulary.meaning(of: word, after: nil) == nil
    else { return nil }
    return last
  }
}

/// The names of a building's floors, whose readings confirm each other.
private struct FloorNameSet {
  let names: [TokenizedFloorName]
  private var readings: [FloorNameReading]

  init(names: [TokenizedFloorName], readings: [FloorNameReading]) {
    self.names = names
    self.readings = readings
  }

  var levels: [FloorLevel?] {
    readings.map { reading in
      if case .level(let level) = reading { return level }
      return nil
    }
  }

  /// Also with a sign that is not known yet.
  private func isRead(_ index: Int) -> Bool {
    switch readings[index] {
    case .level, .hyphenated: true
    default: false
    }
  }

  private func hasCompanion(_ index: Int, before token: FloorNameToken) -> Bool {
    let prefix = names[index].characters[..<token.range.lowerBound]
    return readings.indices.contains {
      $0 != index && isRead($0) && names[$0].characters.starts(with: prefix)
    }
  }

  /// Takes numbers for levels where names differ in them alone, or where they stand last and another
  /// name with a level begins in the same way.
  mutating func readNumbers() {
    var members: [String: Set<String>] = [:]
    for (name, reading) in zip(names, readings) {
      guard case .numbers(let tokens) = reading else { continue }
      for token in tokens {
        members[name.stem(without: token), default: []].insert(String(name.characters[token.range]))
      }
    }
    let before = self
    for (index, reading) in readings.enumerated() {
      guard case .numbers(let tokens) = reading else { continue }
      let name = names[index]
      let found = tokens.first { token in
        members[name.stem(without: token), default: []].count > 1
          || token == name.tokens.last && before.hasCompanion(index, before: token)
      }
      guard let found, let halves = found.halves else { continue }
      let level = FloorLevel(halves: found.sign == .minus ? -halves : halves)
      readings[index] =
        found.sign == .hyphen ? .hyphenated(found) : level.map { .level($0) } ?? .nothing
    }
  }

  /// Takes hyphens for minuses where the other names show that they are.
  mutating func readHyphens() {
    var families: [String: [Int]] = [:]
    for (index, reading) in readings.enumerated() {
      guard case .hyphenated(let token) = reading else { continue }
      families[names[index].stem(without: token), default: []].append(index)
    }
    let stems = Set(
      names.flatMap { name in
        name.tokens.filter { $0.halves != nil && $0.sign == .none }.map(name.stem(without:))
      })
    let known = Set(levels.compactMap(\.self))
    for (stem, members) in families {
      let tokens = members.compactMap { index in
        if case .hyphenated(let token) = readings[index] { token } else { nil }
      }
      let isMinus = areMinuses(
        tokens, hasPlainNumbers: stems.contains(stem),
        isLetter: stem.split(separator: "#").first?.suffix(2).filter(\.isLetter).count == 1,
        known: known)
      for (index, token) in zip(members, tokens) {
        let level = token.halves.flatMap { FloorLevel(halves: isMinus ? -$0 : $0) }
        readings[index] = level.map { .level($0) } ?? .nothing
      }
    }
  }

  private func areMinuses(
    _ tokens: [FloorNameToken], hasPlainNumbers: Bool, isLetter: Bool, known: Set<FloorLevel>
  ) -> Bool {
    let numbers = tokens.compactMap(\.halves)
    // There is no minus 0.
    if numbers.contains(0) { return false }
    if hasPlainNumbers || isLetter { return true }
    func meets(_ sign: Int) -> Bool {
      numbers.contains { FloorLevel(halves: sign * $0).map(known.contains) ?? false }
    }
    return meets(1) && !meets(-1)
  }

  /// Takes letters for floors where another name with a level begins in the same way.
  mutating func readLetters() {
    let before = self
    for (index, reading) in readings.enumerated() {
      guard case .letter(let token, let meaning) = reading else { continue }
      readings[index] = .nothing
      guard before.hasCompanion(index, before: token) else { continue }
      switch meaning {
      case .level(let storeys):
        readings[index] = FloorLevel(halves: 2 * storeys).map { .level($0) } ?? .nothing
      case .mezzanine: readings[index] = .mezzanine
      default: break
      }
    }
  }

  /// Puts a mezzanine half a storey above the lowest floor that is not below the ground; of several,
  /// none.
  mutating func readMezzanine() {
    let mezzanines = readings.indices.filter { index in
      if case .mezzanine = readings[index] { true } else { false }
    }
    guard mezzanines.count == 1 else { return }
    let base = levels.compactMap(\.self).filter { $0 >= 0 && !$0.isHalf }.min() ?? 0
    guard let level = FloorLevel(halves: base.halves + 1), !levels.contains(level) else { return }
    readings[mezzanines[0]] = .level(level)
  }

  /// Puts attics and roofs above all other floors, by rank; those of one rank have no order.
  mutating func readTop() {
    guard let highest = levels.compactMap(\.self).max() else { return }
    var ranks: [Int: [Int]] = [:]
    for (index, reading) in readings.enumerated() {
      if case .top(let rank) = reading { ranks[rank, default: []].append(index) }
    }
    guard ranks.values.allSatisfy({ $0.count == 1 }) else { return }
    // Above 2.5 is 3.
    var halves = highest.isHalf ? highest.halves - 1 : highest.halves
    for indices in ranks.sorted(by: { $0.key < $1.key }).map(\.value) {
      halves += 2
      for index in indices {
        readings[index] = FloorLevel(halves: halves).map { .level($0) } ?? .nothing
      }
    }
  }
}
