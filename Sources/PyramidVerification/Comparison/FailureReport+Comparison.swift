package import TileModel
import TileStorage

/// Reasons for which stores cannot be compared.
extension FailureReport {
  package static func noTemplate(path: String) -> FailureReport {
    FailureReport(
      .badInput, "the URLs of the tiles are not known", at: path,
      found: "no layer definition with a URL template", expected: "a template",
      nextStep: "give it with `urlTemplate`, such as https://www.example.com/{z}/{x}/{y}.png")
  }

  package static func noTiles(old: String, new: String) -> FailureReport {
    FailureReport(
      .badInput, "there is no tile to compare", at: "\(old), \(new)", found: "no tile in either",
      expected: "tiles in at least one of the two", nextStep: "check both paths")
  }

  package static func notBothBuildings(building: String, other: String) -> FailureReport {
    FailureReport(
      .badInput, "a building cannot be compared with a single pyramid", at: other,
      found: "tiles without a \(BuildingDocument.fileName)",
      expected: "a building's folder, as \(building) is",
      nextStep: "name the folder or file of one floor on both sides")
  }
}
