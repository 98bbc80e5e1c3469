public import TileModel

/// Tiles cannot be compared with images on several grids of pixels.
public struct SourceComparisonError: ReportableError, Hashable {
  /// What stands for the images.
  public let path: String
  /// On how many grids they are.
  public let grids: Int

  /// The error in the words of a user.
  public var report: FailureReport {
    FailureReport(
      .badInput, "the tiles cannot be compared with these images", at: path,
      found:
        "images on \(grids) grids of pixels, and a layer definition that does not say how these were read",
      expected: "the images of which the tiles were built, in the same order",
      nextStep:
        "name the images as for the build, or compare tiles of another program with images on one grid"
    )
  }
}
