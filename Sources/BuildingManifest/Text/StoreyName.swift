/// What the names of storeys say about their numbers.
enum StoreyName {
  /// The storey that an identifier such as `2`, `L2` or `-1` numbers.
  static func number(ofIdentifier id: String) -> Int? {
    guard let number = Int(id) ?? (id.hasPrefix("L") ? Int(id.dropFirst()) : nil),
      (-1000...1000).contains(number)
    else { return nil }
    return number
  }

  /// The storey that the name of a file may tell, such as `hotel_L1`, `floor-2`, `B1` or `1.OG`.
  ///
  /// The last word that tells counts. It is a guess: countries begin to count at 0 or at 1.
  static func guess(fileName: String) -> Int? {
    let words = words(of: fileName.lowercased())
    var result: Int?
    for (index, word) in words.enumerated() {
      if let level = plainNames[word] {
        result = level
      } else if let sign = numberedNames[word] {
        // The number stands on either side: OG2 and 2.OG.
        let after = index + 1 < words.count ? Int(words[index + 1]) : nil
        let before = index > 0 ? Int(words[index - 1]) : nil
        if let number = after ?? before {
          result = sign * number
        } else if let alone = aloneNames[word] {
          result = alone
        }
      } else if let number = ordinals[word] {
        result = number
      }
    }
    if result == nil, words.count == 1, let number = Int(words[0]) { result = number }
    return result.flatMap { (-1000...1000).contains($0) ? $0 : nil }
  }

  private static let plainNames = [
    "ground": 0, "eg": 0, "erdgeschoss": 0, "rdc": 0, "gf": 0, "lobby": 0, "cellar": -1,
    "keller": -1,
  ]

  /// What precedes or follows a number, and whether it counts upwards or downwards.
  private static let numberedNames = [
    "l": 1, "f": 1, "fl": 1, "level": 1, "floor": 1, "storey": 1, "story": 1, "etage": 1,
    "stock": 1, "og": 1, "obergeschoss": 1, "piso": 1, "planta": 1, "b": -1, "ug": -1, "kg": -1,
    "u": -1, "basement": -1, "untergeschoss": -1,
  ]

  /// What those that need no number mean without one.
  private static let aloneNames = [
    "og": 1, "obergeschoss": 1, "ug": -1, "kg": -1, "basement": -1, "untergeschoss": -1,
  ]

  private static let ordinals = [
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10,
  ]

  /// The runs of letters and of digits.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var kind = 0
    for character in text {
      let next = character.isNumber ? 1 : character.isLetter ? 2 : 0
      if next != 0 {
        if next == kind {
          words[words.count - 1].append(character)
        } else {
          words.append("\(character)")
        }
      }
      kind = next
    }
    return words
  }
}
