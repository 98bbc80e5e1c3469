import Foundation
import Georeferencing
import Testing
import TileImaging
import TileModel
import TilePyramidTesting

/// A plan with the outlines of its site, of which the second is its building's.
private struct Site {
  let workspace: Workspace
  let plans: [OutlinedPlan]

  init(_ shapes: OutlinedPlan.Shape...) throws {
    workspace = try Workspace()
    plans = shapes.map { OutlinedPlan($0, seed: 3001) }
    for (number, plan) in plans.enumerated() {
      try workspace.directory.write(plan.image, as: "L\(number).png")
      try workspace.write(plan.geoJSON.utf8, as: "site\(number).geojson")
    }
  }

  /// Greatest distance of a world file's corners of the building from the true ones, as a share of its length.
  func error(of name: String, _ plan: OutlinedPlan) throws -> Double {
    let numbers = try workspace.text(name)
      .split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 6)
    let scale = cos(WebMercator.unproject(plan.outline[0]).latitude * .pi / 180)
    return plan.corners.map { corner in
      let (x, y) = (corner.pixel.x - 0.5, corner.pixel.y - 0.5)
      let (east, north) = (
        numbers[0] * x + numbers[2] * y + numbers[4], numbers[1] * x + numbers[3] * y + numbers[5]
      )
      return hypot(east - corner.place.x, north - corner.place.y) * scale / plan.length
    }.max() ?? .infinity
  }
}

@Suite("Placing by an outline on the command line")
struct FittedOutlineTests {
  @Test("A plan is written where its outline is, and over nothing")
  func written() throws {
    let site = try Site(.lShape)
    let command = ["georeference", "L0.png", "--fit-outline", "site0.geojson"]
    try site.workspace.fail(command, saying: "way/1, way/2")
    try site.workspace.fail(command + ["--feature", "way/1"], with: 1, saying: "does not fit")
    #expect(!site.workspace.entries.contains("L0.pgw"))
    try site.workspace.succeed(command + ["--feature", "way/2"], printing: " m apart")
    #expect(try site.error(of: "L0.pgw", site.plans[0]) < 0.01)
    #expect(site.workspace.entries.contains("L0.prj"))
    for feature in ["way/2 Hall", "2"] {
      try site.workspace.fail(command + ["--feature", feature], saying: "L0.pgw")
    }
  }

  @Test("A rectangle is not placed without a bearing, on the command line and in a building")
  func symmetric() throws {
    let site = try Site(.rectangle, .lShape)
    let options = ["--fit-outline", "site0.geojson", "--feature", "way/2"]
    let open = try site.workspace.fail(
      "georeference L0.png", options, with: 1, saying: "more than one way")
    #expect(!site.workspace.entries.contains("L0.pgw"))
    let advice = try #require(open.errors.firstMatch(of: /such as --bearing (\d+)/))
    let bearing = try #require(Double(advice.1))
    func manifest(_ placement: String) -> String {
      """
      name: Hall
      floors:
        - {id: L0, image: L0.png, fit-outline: site0.geojson, feature: way/2\(placement)}
        - {id: L1, image: L1.png, fit-outline: site1.geojson, feature: way/2}
      """
    }
    let build = ["build", "building.yml", "-o", "tiles"]
    try site.workspace.write(manifest("").utf8, as: "building.yml")
    try site.workspace.fail(
      build, with: 1, saying: "more than one way", "building.yml:3", "such as bearing")
    #expect(!site.workspace.entries.contains("tiles"))
    // One of the two is right.
    var errors: [Double] = []
    for top in [bearing, (bearing + 180).truncatingRemainder(dividingBy: 360)] {
      try site.workspace.succeed(
        ["georeference", "L0.png", "--overwrite", "--bearing", "\(top + 15)"] + options)
      errors.append(try site.error(of: "L0.pgw", site.plans[0]))
    }
    #expect(errors.min() ?? 1 < 0.01 && errors.max() ?? 0 > 0.5, "\(errors)")
    try site.workspace.write(manifest(", bearing: \(bearing)").utf8, as: "building.yml")
    try site.workspace.succeed("info building.yml")
  }
}
