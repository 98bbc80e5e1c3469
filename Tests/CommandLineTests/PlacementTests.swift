import Foundation
import RasterSources
import Testing
import TileImaging
import TilePyramidTesting

@Suite("Placements of an image")
struct PlacementTests {
  private static let anchor = ["--anchor", "47.3769,8.5417"]

  /// The placement in the report of `info`, without values that depend on how it was stated.
  private func placement(_ workspace: Workspace, _ options: [String]) throws -> [String: Double] {
    let result = try workspace.succeed("info --json plan.png", Self.anchor + options)
    let found = try #require(try result.json()["placement"] as? [String: Any])
    let bounds = try #require(found["bounds"] as? [Double])
    return Dictionary(uniqueKeysWithValues: zip(["west", "south", "east", "north"], bounds))
  }

  @Test("A drawing's scale and the resolution of its scan give the size of a pixel")
  func scale() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    // 100 times 25.4 mm, by 300 pixels.
    let exact = 100 * 0.0254 / 300
    #expect(
      try placement(workspace, ["--scale", "1:100", "--dpi", "300"])
        == placement(workspace, ["--metres-per-pixel", "\(exact)"]))
    let pixel = ["--anchor-pixel", "10,20", "--bearing", "30"]
    #expect(
      try placement(workspace, ["--scale", "1:100", "--dpi", "300"] + pixel)
        == placement(workspace, ["--metres-per-pixel", "\(exact)"] + pixel))
  }

  @Test(
    "What the scale of a drawing lacks or contradicts is named",
    arguments: [
      ("--scale 1:100", "--dpi"), ("--scale 100 --dpi 300", "1:100"),
      ("--scale 1:100 --dpi 300 --metres-per-pixel 1", "--metres-per-pixel"),
      ("--scale 1:0 --dpi 300", "1:100"),
    ])
  func scaleFaults(options: String, hint: String) throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.fail("build plan.png -o out --dry-run", Self.anchor + options.words, saying: hint)
  }

  @Test(
    "What belongs to the page of --edit is refused without it, and the page opens nothing that is no background",
    arguments: [
      ("plan.geojson", "--edit"), ("--at 47,8", "--edit"), ("--port 0", "--edit"),
      ("--edit --report fit.svg", "--report"), ("--edit --at north", "--at"),
      ("--edit https://{s}/{z}/{x}/{y}.png", "tile URL"),
      ("--edit plan.png", "place it first with tilepyramid georeference FILE --edit, or"),
      ("--edit -o plan.png", "plan.png"),
    ])
  func editFaults(options: String, hint: String) throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.fail("georeference plan.png \(options)", saying: hint)
  }

  @Test("The error of an image that is nowhere names the page that places it")
  func unplaced() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.fail("build plan.png -o out", saying: "tilepyramid georeference PLAN --edit")
  }

  @Test("An annotation keeps the outline, and builds the tiles that the option does")
  func keptOutline() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let outline = ["--outline", "3,4.5 60,8 50,70"]
    let georeference = ["georeference", "plan.png"] + Self.anchor + ["--metres-per-pixel", "0.5"]
    for options in [outline, outline + ["-o", "plan.points"]] {
      try workspace.fail(georeference + options, saying: "--outline")
    }
    for (file, options) in [("all.json", []), ("part.json", outline)] {
      try workspace.succeed(georeference + ["-o", file] + options)
    }
    for (folder, options) in [("cut", ["all.json"] + outline), ("kept", ["part.json"])] {
      try workspace.succeed("build plan.png -o \(folder) --gcp-file", options)
    }
    try workspace.succeed("diff cut kept")
  }

  @Test(
    "A world file gets the .prj that a build of the image needs",
    arguments: ["EPSG:3857", "EPSG:4326", "EPSG:2056", "EPSG:25832", "EPSG:27700", "EPSG:31467"])
  func projectionFile(system: String) throws {
    let workspace = try Workspace(AlignedPlan.raster)
    // Within the area that the systems have in common, if there is one.
    let bounds = system == "EPSG:27700" ? "-1.5,52.0,-1.49,52.01" : "8.5,47.4,8.51,47.41"
    let georeference = [
      "georeference", "plan.png", "--bounds", bounds, "--crs", system, "-o", "plan.pgw",
    ]
    try workspace.succeed(georeference, printing: "plan.prj")
    try workspace.succeed("info plan.png", printing: system)
    try workspace.succeed("build plan.png -o out --dry-run")
    // The same system is there, so that only the world file is written again.
    try workspace.succeed(georeference + ["--overwrite"])
  }

  @Test(
    "A world file, .points and an annotation that are written of a turned JPEG place it as it was",
    arguments: 1...8)
  func turned(orientation: UInt8) throws {
    let workspace = try Workspace()
    let image = try JPEGTileEncoder(quality: 80, effort: .fast).encode(
      RGBAImage(RotatedPlan.raster))
    let exif: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0,
      0, 0,
    ]
    let marker: [UInt8] = [0xFF, 0xE1, 0, UInt8(exif.count + 8)]
    let segment: [UInt8] = marker + Array("Exif\u{0}\u{0}".utf8) + exif
    try workspace.write(
      Array(image.prefix(2)) + segment + Array(image.dropFirst(2)), as: "plan.jpg")
    func geotransform(_ options: [String]) throws -> [Double] {
      let result = try workspace.succeed("info --json plan.jpg", options)
      let report = try result.json()
      let warnings = try #require(report["warnings"] as? [String])
      #expect(
        warnings.contains { $0.contains("viewers show") }
          == (orientation > 1 && options != RotatedPlan.placement))
      return try #require((report["placement"] as? [String: Any])?["geotransform"] as? [Double])
    }
    let typed = try geotransform(RotatedPlan.placement)
    for (file, options) in [
      ("plan.jgw", [String]()), ("f.points", ["--gcp-file", "f.points"]),
      ("f.json", ["--gcp-file", "f.json"]),
    ] {
      try workspace.succeed("georeference plan.jpg", RotatedPlan.placement + ["-o", file])
      for (found, expected) in zip(try geotransform(options), typed) {
        // Shifted by the digits that Web Mercator has of a nanometre.
        #expect(abs(found - expected) < 1e-7, "\(file)")
      }
    }
  }

  @Test("A .prj of another system is not replaced, and no world file is left beside it")
  func otherProjectionFile() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.write("EPSG:32632".utf8, as: "plan.prj")
    try workspace.fail(
      ["georeference", "plan.png", "--bounds", AlignedPlan.bounds, "-o", "plan.pgw"],
      saying: "plan.prj")
    #expect(workspace.entries == ["plan.png", "plan.prj"])
  }
}
