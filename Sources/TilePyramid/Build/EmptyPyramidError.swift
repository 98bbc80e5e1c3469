public import TileModel

/// A pyramid of empty tiles alone, which cannot be written.
public struct EmptyPyramidError: ReportableError, Hashable {
  /// The path of the image.
  public let path: String

  /// The error in the words of a user.
  public var report: FailureReport {
    FailureReport(
      .badInput, "nothing of the image can be seen, so that it has no tiles", at: path,
      found: "only transparent pixels or nodata where tiles would be", expected: "a visible pixel",
      nextStep: "check the alpha band, the nodata value and the clip, or keep empty tiles")
  }
}
