import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Info, georeference")
struct InfoTests {
  @Test("Info of a georeferenced image is JSON with its zooms")
  func image() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let result = try workspace.succeed("info plan.png --json", AlignedPlan.placement)
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
    let workspace = try Workspace(AlignedPlan.raster)
    let result = try workspace.succeed("info plan.png --json")
    let info = try result.json()
    #expect(info["placement"] == nil)
    #expect((info["problem"] as? String)?.contains("--bounds") == true)
    try workspace.succeed("info plan.png", printing: "512 × 512")
  }

  @Test("Info of stores is JSON with their tiles", arguments: ["out", "out.mbtiles"])
  func stores(output: String) throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.run(AlignedPlan.build(to: output, "--name", "Plan"))
    let result = try workspace.succeed("info \(output) --json")
    let info = try result.json()
    #expect(info["tiles"] as? Int == 5)
    #expect(info["format"] as? String == "png")
    #expect((info["layer"] as? [String: Any])?["name"] as? String == "Plan")
    try workspace.succeed("info \(output)", printing: "zoom 16     4 tiles")
  }

  @Test(
    "Info of a store without a tile says so",
    .enabled(if: TestData.isAvailable, "the test data is not beside the repository"))
  func noTile() throws {
    let workspace = try Workspace()
    try workspace.write(TestData.bytes("stores/with spaces.mbtiles"), as: "none.mbtiles")
    let result = try workspace.succeed("info none.mbtiles --json")
    #expect(result.errors.isEmpty, "\(result.errors)")
    #expect(try result.json()["tiles"] as? Int == 0)
    try workspace.succeed(
      "info none.mbtiles", printing: "count       0\nwarning     there are no tiles\n")
  }

  @Test("Info says when tiles are not those that the definition names")
  func missingTile() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.run(AlignedPlan.build(to: "out"))
    try workspace.remove("out/15/17160/11475.png")
    try workspace.succeed("info out", printing: "not those that the layer definition names")
  }

  @Test("Georeference prints residuals and writes files that georeference the image alike")
  func georeference() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    let points = [
      "0,0,47.36600,8.54560", "600,0,47.36570,8.54635", "600,450,47.36535,8.54610",
      "0,450,47.36565,8.54536",
    ].flatMap { ["--gcp", $0] }
    for name in ["plan.pgw", "fit.points"] {
      try workspace.succeed(
        "georeference plan.png -o \(name)", points, printing: "point 4", "root mean square")
      try workspace.fail("georeference plan.png -o \(name)", points)
    }
    try workspace.succeed(
      "georeference plan.png", Array(points.prefix(4)), printing: "exact whatever the points are")
    for (output, placement) in [
      ("points", points), ("worldfile", ["--crs", "EPSG:3857"]),
      ("file", ["--gcp-file", "fit.points"]),
    ] {
      try workspace.succeed("build plan.png -o \(output)", placement)
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
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.fail([
      "georeference", "plan.png", "-o", "plan.pgw", "--corners",
      "47.3660,8.5456 47.3657,8.5464 47.3652,8.5462 47.3656,8.5453",
    ])
  }
}
