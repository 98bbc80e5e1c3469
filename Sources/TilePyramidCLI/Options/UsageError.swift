import TileModel

/// Why a command line cannot be carried out.
enum UsageError: ReportableError, Hashable {
  /// An option has a value that it does not take.
  case invalidValue(option: String, found: String, expected: String)
  /// Options that exclude each other were given.
  case conflict([String], reason: String)
  /// An option needs another one.
  case missing(String, neededBy: String, example: String)
  /// An option has no effect with the others given.
  case noEffect(String, reason: String)
  /// A command that takes one image was given several.
  case severalSources([String])

  var report: FailureReport {
    switch self {
    case .invalidValue(let option, let found, let expected):
      FailureReport(
        .badInput, "\(option) has a value that it does not take", found: found, expected: expected,
        nextStep: "correct \(option)")
    case .conflict(let options, let reason):
      FailureReport(
        .badInput, "\(options.joined(separator: " and ")) exclude each other", found: reason,
        nextStep: "keep one of them")
    case .missing(let option, let other, let example):
      FailureReport(
        .badInput, "\(other) needs \(option)", expected: example, nextStep: "add \(option)")
    case .noEffect(let option, let reason):
      FailureReport(
        .badInput, "\(option) has no effect", found: reason, nextStep: "leave \(option) out")
    case .severalSources(let paths):
      FailureReport(
        .badInput, "one image makes one layer, and several were given",
        found: paths.prefix(8).joined(separator: ", ") + (paths.count > 8 ? ", ..." : ""),
        expected: "one image, or the manifest of a building",
        nextStep: "build each by itself, join the parts of one map first (gdalbuildvrt, then"
          + " gdal_translate), or name floors in a manifest (tilepyramid building init)")
    }
  }
}

/// Reads the values of options.
enum OptionValue {
  /// One of the names of a choice.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, option: String, among choices: [Choice]
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw .invalidValue(
        option: option, found: text,
        expected: choices.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }

  /// One of the names of a choice.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, option: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    try choice(text, option: option, among: Array(Choice.allCases))
  }

  /// A zoom, or `nil` for `auto`.
  static func zoom(_ text: String, option: String) throws(UsageError) -> Int? {
    if text == "auto" { return nil }
    guard let zoom = Int(text), (0...TileCoordinate.maximumZoom).contains(zoom) else {
      throw .invalidValue(
        option: option, found: text, expected: "auto, or 0 to \(TileCoordinate.maximumZoom)")
    }
    return zoom
  }

  /// A count of bytes such as `512M`; K, M and G are powers of 1024.
  static func size(_ text: String, option: String) throws(UsageError) -> Int {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    var digits = text[...]
    var shift = 0
    if let last = digits.last, let unit = shifts[Character(last.uppercased())] {
      shift = unit
      digits.removeLast()
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(digits), number > 0, number <= Int.max >> shift
    else {
      throw .invalidValue(
        option: option, found: text, expected: "a size such as 512M or 2G (K, M, G)")
    }
    return number << shift
  }

  /// A number from a range.
  static func number(
    _ text: String, option: String, in range: ClosedRange<Double>, expected: String
  ) throws(UsageError) -> Double {
    guard let value = Double(text), range.contains(value) else {
      throw .invalidValue(option: option, found: text, expected: expected)
    }
    return value
  }

  /// A whole number that is at least 1.
  static func count(_ value: Int, option: String) throws(UsageError) -> Int {
    guard value >= 1 else {
      throw .invalidValue(option: option, found: "\(value)", expected: "1 or more")
    }
    return value
  }
}
