import BuildingManifest
import TileModel

/// The failure of a command line that cannot be carried out.
struct UsageError: ReportedFailure {
  let report: FailureReport

  init(report: FailureReport) { self.report = report }

  init(
    _ what: String, at location: String? = nil, found: String? = nil, expected: String? = nil,
    nextStep: String
  ) {
    self.init(
      .badInput, what, at: location, found: found, expected: expected, nextStep: nextStep)
  }

  /// `kinds` are the choices for whom a word names more than one.
  static func invalidValue(
    option: String, found: String, expected: String, choices: [String] = [],
    kinds: [String: [String]] = [:]
  ) -> Self {
    let meant = kinds[found.lowercased()] ?? NearestName.like(found, among: choices)
    return Self(
      "\(option) has a value that it does not take", found: found, expected: expected,
      nextStep: meant.isEmpty
        ? "correct \(option)" : "did you mean \(option) \(meant.alternatives)?")
  }

  static func conflict(_ options: [String], reason: String) -> Self {
    Self(
      "\(options.joined(separator: " and ")) exclude each other", found: reason,
      nextStep: "keep one of them")
  }

  static func missing(_ option: String, neededBy other: String, example: String) -> Self {
    Self("\(other) needs \(option)", expected: example, nextStep: "add \(option)")
  }

  static func severalSources(_ paths: [String]) -> Self {
    Self(
      "a manifest names all images, and others were given",
      found: paths.prefix(8).joined(separator: ", ") + (paths.count > 8 ? ", ..." : ""),
      expected: "the manifest of a building alone, or the images of one picture",
      nextStep: "build the manifest by itself")
  }
}
