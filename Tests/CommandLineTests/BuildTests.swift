import Foundation
import RasterSources
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Builds")
struct BuildTests {
  @Test("A built folder holds exactly its tiles and its layer definition")
  func listing() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let result = try workspace.succeed(AlignedPlan.build(to: "out"))
    #expect(result.output.hasPrefix("out: 5 tiles, zooms 15-16, "))
    let files = AlignedPlan.tiles.map { "out/\($0).png" } + ["out/layer.json", "plan.png"]
    #expect(workspace.directory.listing == files.sorted())
    #expect(workspace.scratch.entries.isEmpty)
  }

  @Test("An interlaced plan gives the same tiles, and a dry run says what ordering its rows takes")
  func interlaced() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let image = RGBAImage(AlignedPlan.raster)
    let writer = try PNGFileWriter(
      path: workspace.directory.path("passes.png"), width: image.width, height: image.height,
      layout: PNGLayout(.rgba, isInterlaced: true))
    try writer.writeRows { y, bytes in
      for index in 0..<(4 * image.width) {
        bytes[index] = image.samples[4 * image.width * y + index]
      }
    }
    try writer.finish()
    for (source, output) in [("plan.png", "a"), ("passes.png", "b")] {
      try workspace.succeed(["build", source, "-o", output] + AlignedPlan.placement)
    }
    for tile in AlignedPlan.tiles {
      #expect(try workspace.bytes("a/\(tile).png") == workspace.bytes("b/\(tile).png"), "\(tile)")
    }
    try workspace.succeed(
      "build passes.png -o c --dry-run", AlignedPlan.placement,
      printing: "its rows go through a scratch file of")
    #expect(workspace.scratch.entries.isEmpty)
  }

  @Test("A template names tiles flat, with the floor")
  func flatNames() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.succeed(
      AlignedPlan.build(to: "out", "--floor", "2", "--path", "L{floor}_{z}_{x}_{y}.png"))
    let names = AlignedPlan.tiles.map { "out/L2_" + $0.replacing("/", with: "_") + ".png" }
    #expect(workspace.directory.listing == (names + ["out/layer.json", "plan.png"]).sorted())
    let definition = try workspace.definition("out")
    #expect(definition.floor == LayerDefinition.Floor(id: "2", level: 2))
    #expect(definition.urlTemplate?.text == "L2_{z}_{x}_{y}.png")
  }

  @Test(
    "The bytes of a build do not depend on the number of threads",
    arguments: [AlignedPlan.placement, RotatedPlan.placement, ["--bounds", "8.5,47.3,8.51,47.31"]])
  func threads(placement: [String]) throws {
    let workspace = try Workspace(RotatedPlan.raster)
    for threads in ["1", "2", "7"] {
      for suffix in ["", ".mbtiles"] {
        try workspace.succeed(
          ["build", "plan.png", "-o", "out\(threads)\(suffix)", "--threads", threads] + placement)
      }
    }
    let files = workspace.directory.listing
    let first = files.filter { $0.hasPrefix("out1") }
    #expect(first.count > 5)
    for name in first {
      let bytes = try workspace.bytes(name)
      for threads in ["2", "7"] {
        let other = "out\(threads)" + name.dropFirst(4)
        #expect(files.contains(other))
        #expect(try workspace.bytes(other) == bytes, "\(other)")
      }
    }
    #expect(files.count == 3 * first.count + 1)
  }

  @Test("A dry run says what would be made and writes nothing")
  func dryRun() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.succeed(
      RotatedPlan.build(to: "out", "--dry-run"), printing: "through a scratch file of",
      "600 × 450 pixels")
    try workspace.succeed(
      "build plan.png -o out --dry-run --bounds 8.5,47.3,8.51,47.31",
      printing: "reading     streamed\n")
    try workspace.write(AlignedPlan.raster, as: "aligned.png")
    let aligned = try workspace.succeed(
      "build aligned.png -o out --dry-run", AlignedPlan.placement, printing: "pixels are copied",
      "at most 5, 256 × 256 pixels")
    // 40075016.686 m ÷ (256 × 2^16) × cos 47.3723°
    #expect(aligned.output.hasSuffix("  16        1.6177          4  2 x 2\n"))
    #expect(workspace.entries == ["aligned.png", "plan.png"])
  }

  @Test("Only outputs of this program are replaced, and only when asked")
  func overwrite() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    for output in ["out", "out.mbtiles"] {
      let arguments = AlignedPlan.build(to: output)
      try workspace.succeed(arguments)
      try workspace.fail(arguments, saying: "--overwrite")
      try workspace.succeed(arguments + ["--overwrite", "--max-zoom", "15"])
      #expect(try workspace.store(output).coordinates().count == 1)
    }
  }

  @Test("A replacement that fails leaves the earlier output")
  func failedOverwrite() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let bytes = try workspace.bytes("plan.png")
    try workspace.write(bytes.prefix(bytes.count / 2), as: "cut.png")
    for output in ["out", "out.mbtiles"] {
      try workspace.succeed(AlignedPlan.build(to: output))
      try workspace.fail("build cut.png -o \(output) --overwrite", AlignedPlan.placement)
      #expect(try workspace.store(output).coordinates().count == 5)
    }
  }

  @Test("A tile of 512 shows the area of four of 256")
  func largeTiles() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    try workspace.succeed(AlignedPlan.build(to: "out", "--tile-size", "512"))
    #expect(
      workspace.directory.listing == ["out/15/17160/11475.png", "out/layer.json", "plan.png"])
  }

  @Test("A zoom beyond what programs show is warned of")
  func consumerLimits() throws {
    let workspace = try Workspace(AlignedPlan.raster)
    let arguments = ["build", "plan.png", "-o", "out", "--dry-run", "--min-zoom", "16"]
    for (zoom, names) in [(21, []), (22, ["Google"]), (23, ["Google", "GDAL"])] {
      let result = try workspace.succeed(
        arguments + AlignedPlan.placement + ["--max-zoom", "\(zoom)"])
      for name in ["Google", "GDAL", "QGIS"] {
        #expect(result.errors.contains(name) == names.contains(name), "\(zoom): \(name)")
      }
    }
  }

  @Test("JSON progress is a JSON object per line that ends with done")
  func jsonProgress() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    let result = try workspace.succeed(RotatedPlan.build(to: "out", "--progress", "json"))
    let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
    let events = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(events.last?["event"] as? String == "done")
    #expect(events.dropLast().allSatisfy { $0["event"] as? String == "progress" })
    let tiles = try workspace.store("out").coordinates().count
    #expect(events.last?["tiles"] as? Int == tiles)
    let fractions = events.compactMap { $0["fraction"] as? Double }
    #expect(fractions == fractions.sorted() && fractions.last == 1)
  }
}
