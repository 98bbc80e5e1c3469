public import TileModel

/// Why tiles of heights cannot be made as asked.
public enum ElevationError: ReportableError, Hashable {
  /// The format loses a part of the colours in which heights are written.
  case lossy(String)
  /// A parameter is of use for colours alone.
  case notForHeights(String, found: String)
  /// The encoding has no colour for the height that stands for none.
  case noDataHeight(Double, allowed: ClosedRange<Double>)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .lossy(let format):
      FailureReport(
        .badInput,
        "`encoding` needs a lossless format, since a colour off by one in red is "
          + "a height off by 256 m or more", found: format,
        expected: "png, or webp with `lossless`",
        nextStep: "give `format` png, or `format` webp with `lossless`")
    case .notForHeights(let parameter, let found):
      FailureReport(
        .badInput, "\(parameter) is for colours, and `encoding` makes tiles of heights",
        found: found, expected: "means of heights, or the nearest one",
        nextStep: "leave \(parameter) or `encoding` out")
    case .noDataHeight(let height, let allowed):
      FailureReport(
        .badInput, "the encoding has no colour for the height of `noDataHeight`",
        found: NumberText.shortest(height),
        expected: "\(NumberText.shortest(allowed.lowerBound)) to "
          + "\(NumberText.shortest(allowed.upperBound)) metres",
        nextStep: "give a height in that range")
    }
  }
}
