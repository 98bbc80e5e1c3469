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
    let info = try workspace.run(["info", "plan.png", "--crs", "EPSG:32633", "--json"])
    #expect(info.end == .exit(0), "\(info.errors)")
    let found = try #require(try info.json()["placement"] as? [String: Any])
    #expect(found["crs"] as? String == "EPSG:32633")
    #expect(found["crsName"] as? String == "WGS 84 / UTM zone 33N")
    #expect(found["operationAccuracyMetres"] as? Double == 0)
    #expect(found["isBallpark"] as? Bool == false)
    // 2 m in a projection whose scale here is 0.99962.
    let metres = try #require(found["metresPerPixel"] as? [Double])
    #expect(metres.allSatisfy { abs($0 - 2) < 0.02 })
    let text = try workspace.run(["info", "plan.png", "--crs", "EPSG:32633"])
    #expect(text.output.contains("accuracy exact"))
    let build = try workspace.run(["build", "plan.png", "--crs", "EPSG:32633", "-o", "out"])
    #expect(build.end == .exit(0), "\(build.errors)")
    let verify = try workspace.run(
      ["verify", "out", "--against", "plan.png", "--crs", "EPSG:32633"])
    #expect(verify.end == .exit(0), "\(verify.output)")
  }

  @Test("A system that does not exist is refused before anything is made")
  func unknown() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    try workspace.write(Self.worldFile, as: "plan.pgw")
    let result = try workspace.run(["build", "plan.png", "--crs", "EPSG:999999", "-o", "out"])
    #expect(result.end == .exit(2) && result.errors.contains("EPSG:999999"))
    #expect(try workspace.run(["build", "plan.png", "-o", "out"]).end == .exit(2))
  }

  @Test("Georeference compares the kinds of transform and proposes one")
  func proposal() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    var points: [String] = []
    for (x, y) in [(0.0, 0.0), (600, 0), (0, 450), (600, 450), (300, 200), (100, 350), (450, 90)] {
      let latitude = 47.3 - y * 1e-6 + x * 2e-7
      points += ["--gcp", "\(x),\(y),\(latitude),\(8.5 + x * 1.5e-6 + y * 1e-7)"]
    }
    for kind in ["similarity", "affine", "projective", "polynomial2", "tps"] {
      let result = try workspace.run(["georeference", "plan.png", "--transform", kind] + points)
      #expect(result.end == .exit(0), "\(kind): \(result.errors)")
      #expect(result.output.contains("proposed: --transform"))
    }
    let short = try workspace.run(
      ["georeference", "plan.png", "--transform", "polynomial3"] + points)
    #expect(short.end == .exit(2) && short.errors.contains("at least 10"))
    let without = try workspace.run(
      ["build", "plan.png", "--transform", "tps", "-o", "out"] + RotatedPlan.placement)
    #expect(without.end == .exit(2))
  }

  @Test("A world file in another system is written with its name")
  func worldFileOut() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    try workspace.write(Self.worldFile, as: "plan.pgw")
    let result = try workspace.run(
      ["georeference", "plan.png", "--crs", "EPSG:32633", "-o", "copy.pgw"])
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.output.contains("wrote copy.pgw, in EPSG:32633"))
    let lines = String(decoding: try workspace.bytes("copy.pgw"), as: UTF8.self).split(
      separator: "\n")
    #expect(lines.compactMap { Double($0) } == [2, 0, 0, -2, 455_001, 5_299_999])
  }

  @Test("A KML overlay georeferences an image")
  func kml() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    try workspace.write(
      Array(
        ("<kml><GroundOverlay><Icon><href>plan.png</href></Icon><LatLonBox><north>47.01</north>"
          + "<south>47</south><east>8.02</east><west>8</west><rotation>12</rotation></LatLonBox>"
          + "</GroundOverlay></kml>").utf8), as: "plan.kml")
    let result = try workspace.run(["build", "plan.png", "--kml", "plan.kml", "-o", "out"])
    #expect(result.end == .exit(0), "\(result.errors)")
    let both = try workspace.run(
      ["build", "plan.png", "--kml", "plan.kml", "--bounds", "8,47,9,48", "-o", "two"])
    #expect(both.end == .exit(2))
  }

  @Test("A cutline and bounds limit what is built")
  func cutline() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let edges = AlignedPlan.bounds.split(separator: ",").compactMap { Double($0) }
    let middle = (edges[0] + edges[2]) / 2
    try workspace.write(
      Array(
        #"{"type":"Polygon","coordinates":[[[\#(edges[0]),\#(edges[1])],[\#(middle),\#(edges[1])],[\#(middle),\#(edges[3])],[\#(edges[0]),\#(edges[3])]]]}"#
          .utf8), as: "west.geojson")
    let west = try workspace.run(
      ["build", "plan.png", "--cutline", "west.geojson", "-o", "west"] + AlignedPlan.placement)
    #expect(west.end == .exit(0), "\(west.errors)")
    let entries = workspace.directory.listing
    #expect(entries.contains("west/16/34320/22950.png"))
    #expect(!entries.contains { $0.hasPrefix("west/16/34321") })
    let none = try workspace.run(
      ["build", "plan.png", "--clip-bounds", "-10,-10,-9,-9", "-o", "none"]
        + AlignedPlan.placement)
    #expect(none.end == .exit(2) && none.errors.contains("no part of the image"))
    let missing = try workspace.run(
      ["build", "plan.png", "--cutline", "gone.geojson", "-o", "none"] + AlignedPlan.placement)
    #expect(missing.end == .exit(3))
  }

  @Test(
    "An image off the globe is refused before any tile is made",
    arguments: [[], ["--dry-run"], ["--resume"]])
  func offTheGlobe(more: [String]) throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    try workspace.write(Array("5000\n0\n0\n-5000\n7502500\n5497500\n".utf8), as: "plan.pgw")
    let system = ["--crs", "+proj=ortho +lat_0=0 +lon_0=0"]
    let before = workspace.entries
    for output in ["out", "out.mbtiles"] {
      let result = try workspace.run(["build", "plan.png", "-o", output] + system + more)
      #expect(result.end == .exit(2) && result.output.isEmpty, "\(result.errors)")
      #expect(
        result.errors.contains(
          "the image is where its coordinate reference system has no positions"))
      #expect(result.errors.contains("+proj=ortho"))
      #expect(workspace.entries == before)
    }
    #expect(try workspace.run(["info", "plan.png"] + system).end == .exit(2))
    // `info` tells what it can where only files say where the image is.
    try workspace.write(Array(system[1].utf8), as: "plan.prj")
    let info = try workspace.run(["info", "plan.png"])
    #expect(info.end == .exit(0) && info.output.contains("600 × 450"), "\(info.errors)")
    #expect(info.output.contains("not placed") && info.output.contains("no positions"))
  }

  @Test("An image of which corners are off the globe is built, with the corners of its bounds")
  func cornerOffTheGlobe() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    try workspace.write(Array("5000\n0\n0\n-5000\n2502500\n5497500\n".utf8), as: "plan.pgw")
    let system = ["--crs", "+proj=ortho +lat_0=0 +lon_0=0"]
    #expect(try workspace.run(["info", "plan.png"] + system).end == .exit(0))
    let build = try workspace.run(["build", "plan.png", "-o", "out"] + system)
    #expect(build.end == .exit(0), "\(build.errors)")
    let verify = try workspace.run(["verify", "out", "--against", "plan.png"] + system)
    #expect(verify.end == .exit(0) && verify.output.contains("0 errors, 0 warnings"), "\(verify)")
  }

  @Test("An image far outside the area of its system is refused, and not built without a tile")
  func areaWithoutPosition() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    try workspace.write(Array("10\n0\n0\n-10\n500000\n5000000\n".utf8), as: "plan.pgw")
    let before = workspace.entries
    let result = try workspace.run(["build", "plan.png", "-o", "out", "--crs", "EPSG:5514"])
    #expect(result.end == .exit(2) && result.output.isEmpty, "\(result.errors)")
    #expect(result.errors.contains("no position in S-JTSK / Krovak East North for"))
    #expect(workspace.entries == before)
  }

  @Test("An image of a pole is built and described")
  func pole() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    try workspace.write(Array("5000\n0\n0\n-5000\n-1497500\n1122500\n".utf8), as: "plan.pgw")
    let system = ["--crs", "EPSG:3413"]
    let build = try workspace.run(["build", "plan.png", "-o", "out"] + system)
    #expect(build.end == .exit(0), "\(build.errors)")
    let info = try #require(
      try workspace.run(["info", "plan.png", "--json"] + system).json()["placement"]
        as? [String: Any])
    #expect((info["bounds"] as? [Double])?[0] == -180)
    let verify = try workspace.run(["verify", "out", "--against", "plan.png"] + system)
    #expect(verify.end == .exit(0), "\(verify.output)")
  }
}
