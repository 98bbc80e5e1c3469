public import TileModel

/// Why tiles of heights cannot be made as asked.
public struct ElevationError: ReportedFailure {
  /// The error in the words of a user.
  public let report: FailureReport

  /// Creates the error of a report.
  public init(report: FailureReport) { self.report = report }

  package static func lossy(_ format: String) -> ElevationError {
    ElevationError(
      .badInput,
      "`encoding` needs a lossless format, since a colour off by one in red is "
        + "a height off by 256 m or more", found: format,
      expected: "png, or webp with `lossless`",
      nextStep: "give `format` png, or `format` webp with `lossless`")
  }

  package static func notForHeights(_ parameter: String, found: String) -> ElevationError {
    ElevationError(
      .badInput, "\(parameter) is for colours, and `encoding` makes tiles of heights",
      found: found, expected: "means of heights, or the nearest one",
      nextStep: "leave \(parameter) or `encoding` out")
  }

  package static func noDataHeight(_ height: Double, allowed: ClosedRange<Double>) -> ElevationError
  {
    ElevationError(
      .badInput, "the encoding has no colour for the height of `noDataHeight`",
      found: NumberText.shortest(height),
      expected: "\(NumberText.shortest(allowed.lowerBound)) to "
        + "\(NumberText.shortest(allowed.upperBound)) metres",
      nextStep: "give a height in that range")
  }
}
