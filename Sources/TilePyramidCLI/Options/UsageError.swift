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
  /// An option that takes one value was given several times.
  case repeated(option: String, values: [String])

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
        .badInput, "a manifest names all images, and others were given",
        found: paths.prefix(8).joined(separator: ", ") + (paths.count > 8 ? ", ..." : ""),
        expected: "the manifest of a building alone, or the images of one picture",
        nextStep: "build the manifest by itself")
    case .repeated(let option, let values):
      FailureReport(
        .badInput, "\(option) is given \(values.count) times, and takes one value",
        found: values.joined(separator: " and "), nextStep: "keep one of them")
    }
  }
}
