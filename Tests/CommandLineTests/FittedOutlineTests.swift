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
      try PNGFileWriter.write(
        plan.image, to: workspace.directory.path("L\(number).png"), compression: .fast)
      try workspace.write(plan.geoJSON.utf8, as: "site\(number).geojson")
    }
  }

  /// Greatest distance of a world file's corners of the building from the true ones, as a share of its length.
  func error(of name: String, _ plan: OutlinedPlan) throws -> Double {
    let numbers = String(decoding: try workspace.bytes(name), as: UTF8.self)
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
    let open = try site.workspace.run(command)
    #expect(open.end == .exit(2) && open.errors.contains("way/1, way/2"), "\(open.errors)")
    let wrong = try site.workspace.run(command + ["--feature", "way/1"])
    #expect(wrong.end == .exit(1) && wrong.errors.contains("does not fit"), "\(wrong.errors)")
    #expect(!site.workspace.entries.contains("L0.pgw"))
    let found = try site.workspace.run(command + ["--feature", "way/2"])
    #expect(found.end == .exit(0) && found.output.contains(" m apart"), "\(found.errors)")
    #expect(try site.error(of: "L0.pgw", site.plans[0]) < 0.01)
    #expect(site.workspace.entries.contains("L0.prj"))
    for feature in ["way/2 Hall", "2"] {
      let again = try site.workspace.run(command + ["--feature", feature])
      #expect(again.end == .exit(2) && again.errors.contains("L0.pgw"), "\(again.errors)")
    }
  }

  @Test("A rectangle is not placed without a bearing, on the command line and in a building")
  func symmetric() throws {
    let site = try Site(.rectangle, .lShape)
    let options = ["--fit-outline", "site0.geojson", "--feature", "way/2"]
    let open = try site.workspace.run(["georeference", "L0.png"] + options)
    #expect(open.end == .exit(1) && open.errors.contains("more than one way"), "\(open.errors)")
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
    let failed = try site.workspace.run(build)
    #expect(failed.end == .exit(1) && failed.errors.contains("more than one way"))
    #expect(failed.errors.contains("building.yml:3") && failed.errors.contains("such as bearing"))
    #expect(!site.workspace.entries.contains("tiles"))
    // One of the two is right.
    var errors: [Double] = []
    for top in [bearing, (bearing + 180).truncatingRemainder(dividingBy: 360)] {
      let placed = try site.workspace.run(
        ["georeference", "L0.png", "--overwrite", "--bearing", "\(top + 15)"] + options)
      #expect(placed.end == .exit(0), "\(placed.errors)")
      errors.append(try site.error(of: "L0.pgw", site.plans[0]))
    }
    #expect(errors.min() ?? 1 < 0.01 && errors.max() ?? 0 > 0.5, "\(errors)")
    try site.workspace.write(manifest(", bearing: \(bearing)").utf8, as: "building.yml")
    let built = try site.workspace.run(["info", "building.yml"])
    #expect(built.end == .exit(0), "\(built.errors)")
  }
}
