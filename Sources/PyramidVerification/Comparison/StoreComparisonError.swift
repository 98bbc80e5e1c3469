public import TileModel
import TileStorage

/// A reason for which two stores cannot be compared.
public enum StoreComparisonError: ReportableError, Hashable {
  /// No layer definition names the URLs.
  case noTemplate(path: String)
  /// Neither store has a tile, so that nothing was compared.
  case noTiles(old: String, new: String)
  /// One is a building and the other a single pyramid.
  case notBothBuildings(building: String, other: String)

  /// The error in the words of a user.
  public var report: FailureReport {
    switch self {
    case .noTemplate(let path):
      FailureReport(
        .badInput, "the URLs of the tiles are not known", at: path,
        found: "no layer definition with a URL template", expected: "a template",
        nextStep: "name a template, such as https://www.example.com/{z}/{x}/{y}.png")
    case .noTiles(let old, let new):
      FailureReport(
        .badInput, "there is no tile to compare", at: "\(old), \(new)", found: "no tile in either",
        expected: "tiles in at least one of the two", nextStep: "check both paths")
    case .notBothBuildings(let building, let other):
      FailureReport(
        .badInput, "a building cannot be compared with a single pyramid", at: other,
        found: "tiles without a \(BuildingDocument.fileName)",
        expected: "a building's folder, as \(building) is",
        nextStep: "name the folder or file of one floor on both sides")
    }
  }
}

/// Tiles cannot be compared with images on several grids of pixels.
public struct SourceComparisonError: ReportableError, Hashable {
  /// The path that stands for the images.
  public let path: String
  /// The number of grids.
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

/// A reason for which a floor cannot be compared.
public struct FloorComparisonError: ReportableError, Hashable {
  /// The floor's identifier.
  public let floor: String
  /// The reason.
  public let cause: StoreComparisonError

  /// The cause in the words of a user, with the floor.
  public var report: FailureReport {
    var report = cause.report
    report.what = "floor \(floor): \(report.what)"
    return report
  }
}
