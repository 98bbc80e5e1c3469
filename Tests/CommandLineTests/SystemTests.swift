import Foundation
import Testing
import TileModel
import TilePyramidTesting

@Suite("Systems, transforms and cutlines")
struct SystemTests {
  static let worldFile = Array("2\n0\n0\n-2\n455001\n5299999\n".utf8)

  @Test("An image in a zone of UTM is built, verified and described")
  func zone() throws {
    let workspace = try Workspace(environment: ["PROJ_NETWORK": "ON"])
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    try workspace.write(Self.worldFile, as: "plan.pgw")
    let info = try workspace.succeed("info plan.png --crs EPSG:32633 --json")
    let found = try #require(try info.json()["placement"] as? [String: Any])
    #expect(found["crs"] as? String == "EPSG:32633")
    #expect(found["crsName"] as? String == "WGS 84 / UTM zone 33N")
    #expect(found["operationAccuracyMetres"] as? Double == 0)
    #expect(found["isBallpark"] as? Bool == false)
    // 2 m in a projection whose scale here is 0.99962.
    let metres = try #require(found["metresPerPixel"] as? [Double])
    #expect(metres.allSatisfy { abs($0 - 2) < 0.02 })
    try workspace.succeed("info plan.png --crs EPSG:32633", printing: "accuracy exact")
    try workspace.succeed("build plan.png --crs EPSG:32633 -o out")
    try workspace.succeed("verify out --against plan.png --crs EPSG:32633")
  }

  @Test("Georeference compares the kinds of transform and proposes one")
  func proposal() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    var points: [String] = []
    for (x, y) in [(0.0, 0.0), (600, 0), (0, 450), (600, 450), (300, 200), (100, 350), (450, 90)] {
      let latitude = 47.3 - y * 1e-6 + x * 2e-7
      points += ["--gcp", "\(x),\(y),\(latitude),\(8.5 + x * 1.5e-6 + y * 1e-7)"]
    }
    for kind in ["similarity", "affine", "projective", "polynomial2", "tps"] {
      try workspace.succeed(
        "georeference plan.png --transform \(kind)", points, printing: "proposed: --transform")
    }
    try workspace.fail(
      "georeference plan.png --transform polynomial3", points, saying: "at least 10")
    try workspace.fail("build plan.png --transform tps -o out", RotatedPlan.placement)
  }

  @Test("A world file in another system is written with its name")
  func worldFileOut() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.write(Self.worldFile, as: "plan.pgw")
    try workspace.succeed(
      "georeference plan.png --crs EPSG:32633 -o copy.pgw",
      printing: "wrote copy.pgw, in EPSG:32633")
    let lines = try workspace.text("copy.pgw").split(separator: "\n")
    #expect(lines.compactMap { Double($0) } == [2, 0, 0, -2, 455_001, 5_299_999])
  }

  @Test("A cutline and bounds limit what is built")
  func cutline() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let edges = AlignedPlan.bounds.split(separator: ",").compactMap { Double($0) }
    let middle = (edges[0] + edges[2]) / 2
    try workspace.write(
      Array(
        #"{"type":"Polygon","coordinates":[[[\#(edges[0]),\#(edges[1])],[\#(middle),\#(edges[1])],[\#(middle),\#(edges[3])],[\#(edges[0]),\#(edges[3])]]]}"#
          .utf8), as: "west.geojson")
    try workspace.succeed("build plan.png --cutline west.geojson -o west", AlignedPlan.placement)
    let entries = workspace.directory.listing
    #expect(entries.contains("west/16/34320/22950.png"))
    #expect(!entries.contains { $0.hasPrefix("west/16/34321") })
    try workspace.fail(
      "build plan.png --clip-bounds -10,-10,-9,-9 -o none", AlignedPlan.placement,
      saying: "no part of the image")
    try workspace.fail(
      "build plan.png --cutline gone.geojson -o none", AlignedPlan.placement, with: 3)
  }

  @Test(
    "An image off the globe is refused before any tile is made",
    arguments: ["", "--dry-run", "--resume"])
  func offTheGlobe(more: String) throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.write(Array("5000\n0\n0\n-5000\n7502500\n5497500\n".utf8), as: "plan.pgw")
    let system = ["--crs", "+proj=ortho +lat_0=0 +lon_0=0"]
    let before = workspace.entries
    for output in ["out", "out.mbtiles"] {
      let result = try workspace.fail(
        "build plan.png -o \(output)", system + more.words,
        saying: "the image is where its coordinate reference system has no positions", "+proj=ortho"
      )
      #expect(result.output.isEmpty, "\(result.errors)")
      #expect(workspace.entries == before)
    }
    try workspace.fail("info plan.png", system)
    // `info` tells what it can where only files say where the image is.
    try workspace.write(Array(system[1].utf8), as: "plan.prj")
    try workspace.succeed("info plan.png", printing: "600 × 450", "not placed", "no positions")
  }

  @Test("An image of which corners are off the globe is built, with the corners of its bounds")
  func cornerOffTheGlobe() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.write(Array("5000\n0\n0\n-5000\n2502500\n5497500\n".utf8), as: "plan.pgw")
    let system = ["--crs", "+proj=ortho +lat_0=0 +lon_0=0"]
    try workspace.succeed("info plan.png", system)
    try workspace.succeed("build plan.png -o out", system)
    try workspace.succeed("verify out --against plan.png", system, printing: "0 errors, 0 warnings")
  }

  @Test("An image far outside the area of its system is refused, and not built without a tile")
  func areaWithoutPosition() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.write(Array("10\n0\n0\n-10\n500000\n5000000\n".utf8), as: "plan.pgw")
    let before = workspace.entries
    let result = try workspace.fail(
      "build plan.png -o out --crs EPSG:5514",
      saying: "no position in S-JTSK / Krovak East North for")
    #expect(result.output.isEmpty, "\(result.errors)")
    #expect(workspace.entries == before)
  }

  @Test("An image of a pole is built and described")
  func pole() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.write(Array("5000\n0\n0\n-5000\n-1497500\n1122500\n".utf8), as: "plan.pgw")
    let system = ["--crs", "EPSG:3413"]
    try workspace.succeed("build plan.png -o out", system)
    let info = try #require(
      try workspace.run("info plan.png --json", system).json()["placement"]
        as? [String: Any])
    #expect((info["bounds"] as? [Double])?[0] == -180)
    try workspace.succeed("verify out --against plan.png", system)
  }
}
