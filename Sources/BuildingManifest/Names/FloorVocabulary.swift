/// The words by which floors are named, in lower case and without accents.
enum FloorVocabulary {
  /// The meaning of a word.
  enum Meaning {
    /// In storeys.
    case level(Int)
    /// Beside a number that counts upwards; without one it is `alone`, if that is known.
    case upwards(alone: Int?)
    /// Beside a number that counts downwards; without one it is `alone`, if that is known.
    case downwards(alone: Int?)
    /// Between the lowest storey of the set that is not below the ground, and the next.
    case mezzanine
    /// Above all others; those of a larger rank are above those of a smaller one.
    case top(rank: Int)
  }

  private static let meanings: [String: Meaning] = {
    var meanings: [String: Meaning] = [:]
    for (words, meaning) in groups {
      for word in words.split(separator: " ") { meanings[String(word)] = meaning }
    }
    return meanings
  }()

  private static let groups: [(String, Meaning)] = [
    ("ground gf eg erdgeschoss rdc rez parterre lobby begane terra baja", .level(0)),
    ("lg", .level(-1)),
    ("first erstes premier primo primera eerste", .level(1)),
    ("second zweites deuxieme secondo segunda tweede", .level(2)),
    ("third drittes troisieme terzo tercera derde", .level(3)), ("fourth", .level(4)),
    ("fifth", .level(5)), ("sixth", .level(6)), ("seventh", .level(7)), ("eighth", .level(8)),
    ("ninth", .level(9)), ("tenth", .level(10)),
    (
      "l e f fl lvl level floor storey story etage stock stockwerk ebene geschoss niveau piso planta "
        + "piano verdieping", .upwards(alone: nil)
    ),
    ("og obergeschoss", .upwards(alone: 1)),
    ("b u minus moins meno menos", .downwards(alone: nil)),
    (
      "ug kg ss basement cellar keller kelder kellergeschoss untergeschoss souterrain sotano "
        + "interrato seminterrato", .downwards(alone: -1)
    ),
    (
      "mezzanine mezz mz entresol zwischengeschoss entreplanta ammezzato mezzanino", .mezzanine
    ),
    (
      "dg dachgeschoss attic loft penthouse combles atico mansarda sottotetto zolder",
      .top(rank: 100)
    ),
    ("dach roof rooftop rf toit tetto azotea", .top(rank: 200)),
  ]

  /// Words that say something only one after the other.
  private static let pairs: [String: Meaning] = ["sous sol": .downwards(alone: -1)]

  static func meaning(of word: String, after previous: String?) -> Meaning? {
    meanings[word] ?? previous.flatMap { pairs[$0 + " " + word] }
  }

  /// The letters that are floors beside other floors only: the ground floor and a mezzanine.
  static let letters: [String: Meaning] = ["g": .level(0), "e": .level(0), "m": .mezzanine]

  static let ordinalEndings: Set<String> = ["st", "nd", "rd", "th", "er", "e", "eme", "ieme"]

  /// The words that take a number only after them, as `1b` is the name of a flat.
  static let takesNumberAfter: Set<String> = [
    "l", "e", "b", "u", "minus", "moins", "meno", "menos",
  ]
}
