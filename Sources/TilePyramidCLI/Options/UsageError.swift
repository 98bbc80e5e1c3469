import TileModel

/// Why a command line cannot be carried out.
struct UsageError: ReportableError {
  let report: FailureReport

  init(_ report: FailureReport) { self.report = report }

  /// The arguments or what they name are at fault.
  init(
    _ what: String, at location: String? = nil, found: String? = nil, expected: String? = nil,
    nextStep: String
  ) {
    report = FailureReport(
      .badInput, what, at: location, found: found, expected: expected, nextStep: nextStep)
  }

  /// An option has a value that it does not take.
  static func invalidValue(option: String, found: String, expected: String) -> Self {
    Self(
      "\(option) has a value that it does not take", found: found, expected: expected,
      nextStep: "correct \(option)")
  }

  /// Options that exclude each other were given.
  static func conflict(_ options: [String], reason: String) -> Self {
    Self(
      "\(options.joined(separator: " and ")) exclude each other", found: reason,
      nextStep: "keep one of them")
  }

  /// An option needs another one.
  static func missing(_ option: String, neededBy other: String, example: String) -> Self {
    Self("\(other) needs \(option)", expected: example, nextStep: "add \(option)")
  }

  /// An option has no effect with the others given.
  static func noEffect(_ option: String, reason: String) -> Self {
    Self("\(option) has no effect", found: reason, nextStep: "leave \(option) out")
  }

  /// A command that takes one image was given several.
  static func severalSources(_ paths: [String]) -> Self {
    Self(
      "a manifest names all images, and others were given",
      found: paths.prefix(8).joined(separator: ", ") + (paths.count > 8 ? ", ..." : ""),
      expected: "the manifest of a building alone, or the images of one picture",
      nextStep: "build the manifest by itself")
  }
}
