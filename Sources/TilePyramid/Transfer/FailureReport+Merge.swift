package import TileModel

extension FailureReport {
  package static func differs(path: String, part: String, found: String, expected: String)
    -> FailureReport
  {
    FailureReport(
      .badInput, "the stores differ in their \(part)", at: path, found: found,
      expected: "\(expected), as in the first",
      nextStep: "build one of them again with the \(part) of the other")
  }

  package static func overviews(path: String, found: String, expected: String) -> FailureReport {
    FailureReport(
      .badInput, "overviews of this kind are not made again from tiles", at: path,
      found: "overview resampling \(found)", expected: expected,
      nextStep: "build the images of both stores together")
  }

  package static func between(path: String, zoom: Int) -> FailureReport {
    FailureReport(
      .badInput, "a store is between others that have deeper zooms", at: path,
      found: "tiles to zoom \(zoom), above some and below others of these",
      expected: "stores of fewer zooms on top of all that have more, or below all of them",
      nextStep: "name the stores in another order")
  }

  package static func filled(path: String, height: Double) -> FailureReport {
    FailureReport(
      .badInput, "the heights of a store cannot be told from what fills the places without any",
      at: path, found: "`noDataHeight` \(NumberText.shortest(height))",
      expected: "tiles that are transparent there",
      nextStep: "build the stores without `noDataHeight`, or their images together")
  }
}
