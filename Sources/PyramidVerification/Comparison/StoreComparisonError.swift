public import TileModel
import TileStorage

/// Why the differences of two stores cannot be determined as asked.
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
