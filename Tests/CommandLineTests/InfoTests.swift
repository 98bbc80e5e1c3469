import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Info, georeference")
struct InfoTests {
  @Test("Info of a georeferenced image is JSON with its zooms")
  func image() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(["info", "plan.png", "--json"] + AlignedPlan.placement)
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.errors.isEmpty)
    let info = try result.json()
    #expect(info["width"] as? Int == 512 && info["height"] as? Int == 512)
    let placement = try #require(info["placement"] as? [String: Any])
    #expect(placement["zooms"] as? [Int] == [15, 16])
    #expect(placement["tiles"] as? Int == 5)
    #expect(abs((placement["nativeZoom"] as? Double ?? 0) - 16) < 1e-9)
  }

  @Test("Info of an image without a georeference succeeds and says what is missing")
  func unplaced() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(["info", "plan.png", "--json"])
    #expect(result.end == .exit(0))
    let info = try result.json()
    #expect(info["placement"] == nil)
    #expect((info["problem"] as? String)?.contains("--bounds") == true)
    let text = try workspace.run(["info", "plan.png"])
    #expect(text.end == .exit(0) && text.output.contains("512 × 512"))
  }

  @Test("Info of stores is JSON with their tiles", arguments: ["out", "out.mbtiles"])
  func stores(output: String) throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    try workspace.run(
      ["build", "plan.png", "-o", output, "--name", "Plan"] + AlignedPlan.placement)
    let result = try workspace.run(["info", output, "--json"])
    #expect(result.end == .exit(0), "\(result.errors)")
    let info = try result.json()
    #expect(info["tiles"] as? Int == 5)
    #expect(info["format"] as? String == "png")
    #expect((info["layer"] as? [String: Any])?["name"] as? String == "Plan")
    let text = try workspace.run(["info", output])
    #expect(text.end == .exit(0) && text.output.contains("zoom 16     4 tiles"))
  }

  @Test(
    "Info of a store without a tile says so",
    .enabled(if: TestData.isAvailable, "the test data is not beside the repository"))
  func noTile() throws {
    let workspace = try Workspace()
    try workspace.write(TestData.bytes("stores/with spaces.mbtiles"), as: "none.mbtiles")
    let result = try workspace.run(["info", "none.mbtiles", "--json"])
    #expect(result.end == .exit(0) && result.errors.isEmpty, "\(result.errors)")
    #expect(try result.json()["tiles"] as? Int == 0)
    let text = try workspace.run(["info", "none.mbtiles"])
    #expect(text.output.contains("count       0\nwarning     there are no tiles\n"))
  }

  @Test("Info says when tiles are not those that the definition names")
  func missingTile() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    try workspace.run(["build", "plan.png", "-o", "out"] + AlignedPlan.placement)
    try FileManager.default.removeItem(atPath: workspace.directory.path("out/15/17160/11475.png"))
    let result = try workspace.run(["info", "out"])
    #expect(result.output.contains("not those that the layer definition names"))
  }

  @Test("Georeference prints residuals and writes files that georeference the image alike")
  func georeference() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    let points = [
      "0,0,47.36600,8.54560", "600,0,47.36570,8.54635", "600,450,47.36535,8.54610",
      "0,450,47.36565,8.54536",
    ].flatMap { ["--gcp", $0] }
    for name in ["plan.pgw", "fit.points"] {
      let result = try workspace.run(["georeference", "plan.png", "-o", name] + points)
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(result.output.contains("point 4") && result.output.contains("root mean square"))
      let again = try workspace.run(["georeference", "plan.png", "-o", name] + points)
      #expect(again.end == .exit(2))
    }
    let two = try workspace.run(["georeference", "plan.png"] + points.prefix(4))
    #expect(two.output.contains("exact whatever the points are"), "\(two.output)")
    for (output, placement) in [
      ("points", points), ("worldfile", ["--crs", "EPSG:3857"]),
      ("file", ["--gcp-file", "fit.points"]),
    ] {
      let result = try workspace.run(["build", "plan.png", "-o", output] + placement)
      #expect(result.end == .exit(0), "\(result.errors)")
    }
    let definitions = try ["points", "worldfile", "file"].map {
      try #require(try openTileStore(workspace.directory.path($0)).definition)
    }
    // Coordinates pass through decimal text, which keeps every digit.
    #expect(definitions[0].digest == definitions[2].digest)
    #expect(definitions[0].coverage == definitions[1].coverage)
  }

  @Test("A projective fit is not written as a world file")
  func projective() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    let result = try workspace.run([
      "georeference", "plan.png", "-o", "plan.pgw", "--corners",
      "47.3660,8.5456 47.3657,8.5464 47.3652,8.5462 47.3656,8.5453",
    ])
    #expect(result.end == .exit(2))
    #expect(result.output.isEmpty)
    #expect(workspace.entries == ["plan.png"])
  }
}
