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
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(["build", "plan.png", "-o", "out"] + AlignedPlan.placement)
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(result.output.hasPrefix("out: 5 tiles, zooms 15-16, "))
    let files = AlignedPlan.tiles.map { "out/\($0).png" } + ["out/layer.json", "plan.png"]
    #expect(workspace.directory.listing == files.sorted())
    #expect(workspace.scratch.entries.isEmpty)
  }

  @Test("An interlaced plan gives the same tiles, and a dry run says what ordering its rows takes")
  func interlaced() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
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
      let result = try workspace.run(["build", source, "-o", output] + AlignedPlan.placement)
      #expect(result.end == .exit(0), "\(result.errors)")
    }
    for tile in AlignedPlan.tiles {
      #expect(try workspace.bytes("a/\(tile).png") == workspace.bytes("b/\(tile).png"), "\(tile)")
    }
    let dryRun = try workspace.run(
      ["build", "passes.png", "-o", "c", "--dry-run"] + AlignedPlan.placement)
    #expect(dryRun.output.contains("its rows go through a scratch file of"))
    #expect(workspace.scratch.entries.isEmpty)
  }

  @Test("TMS names count rows from the south")
  func tms() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      ["build", "plan.png", "-o", "out", "--scheme", "tms"] + AlignedPlan.placement)
    #expect(result.end == .exit(0), "\(result.errors)")
    // 2^zoom − 1 − row: 32767 − 11475, 65535 − 22950 and 65535 − 22951.
    let tiles =
      ["15/17160/21292"]
      + [34_320, 34_321].flatMap { ["16/\($0)/42584", "16/\($0)/42585"] }
    let files = tiles.map { "out/\($0).png" } + ["out/layer.json", "plan.png"]
    #expect(workspace.directory.listing == files.sorted())
    let store = try openTileStore(workspace.directory.path("out"))
    #expect(try store.coordinates().count == 5)
    #expect(store.definition?.scheme == .tms)
  }

  @Test("A template names tiles flat, with the floor")
  func flatNames() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      ["build", "plan.png", "-o", "out", "--floor", "2", "--path", "L{floor}_{z}_{x}_{y}.png"]
        + AlignedPlan.placement)
    #expect(result.end == .exit(0), "\(result.errors)")
    let names = AlignedPlan.tiles.map { "out/L2_" + $0.replacing("/", with: "_") + ".png" }
    #expect(workspace.directory.listing == (names + ["out/layer.json", "plan.png"]).sorted())
    let definition = try #require(try openTileStore(workspace.directory.path("out")).definition)
    #expect(definition.floor == LayerDefinition.Floor(id: "2", level: 2))
    #expect(definition.urlTemplate?.text == "L2_{z}_{x}_{y}.png")
  }

  @Test("An MBTiles file holds the same tiles as a folder, and a definition beside it")
  func mbtiles() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    for output in ["out", "out.mbtiles"] {
      let result = try workspace.run(["build", "plan.png", "-o", output] + RotatedPlan.placement)
      #expect(result.end == .exit(0), "\(result.errors)")
    }
    #expect(
      workspace.directory.listing.filter { !$0.hasPrefix("out/") }
        == ["out.layer.json", "out.mbtiles", "plan.png"])
    let folder = try openTileStore(workspace.directory.path("out"))
    let file = try openTileStore(workspace.directory.path("out.mbtiles"))
    let tiles = try folder.coordinates()
    #expect(try file.coordinates() == tiles)
    #expect(tiles.count > 10)
    for tile in tiles { #expect(try folder.tile(at: tile) == file.tile(at: tile)) }
    #expect(folder.definition?.digest == file.definition?.digest)
    #expect(folder.definition?.coverage == TileCoverage(tiles))
  }

  @Test(
    "The bytes of a build do not depend on the number of threads",
    arguments: [AlignedPlan.placement, RotatedPlan.placement, ["--bounds", "8.5,47.3,8.51,47.31"]])
  func threads(placement: [String]) throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    for threads in ["1", "2", "7"] {
      for suffix in ["", ".mbtiles"] {
        let result = try workspace.run(
          ["build", "plan.png", "-o", "out\(threads)\(suffix)", "--threads", threads] + placement)
        #expect(result.end == .exit(0), "\(result.errors)")
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
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    let rotated = try workspace.run(
      ["build", "plan.png", "-o", "out", "--dry-run"] + RotatedPlan.placement)
    #expect(rotated.end == .exit(0))
    #expect(rotated.output.contains("through a scratch file of"))
    #expect(rotated.output.contains("600 × 450 pixels"))
    let streamed = try workspace.run(
      ["build", "plan.png", "-o", "out", "--dry-run", "--bounds", "8.5,47.3,8.51,47.31"])
    #expect(streamed.output.contains("reading     streamed\n"))
    try workspace.write(AlignedPlan.raster, as: "aligned.png")
    let aligned = try workspace.run(
      ["build", "aligned.png", "-o", "out", "--dry-run"] + AlignedPlan.placement)
    #expect(aligned.output.contains("pixels are copied"))
    #expect(aligned.output.contains("at most 5, 256 × 256 pixels"))
    // 40075016.686 m ÷ (256 × 2^16) × cos 47.3723°
    #expect(aligned.output.hasSuffix("  16        1.6177          4  2 x 2\n"))
    #expect(workspace.entries == ["aligned.png", "plan.png"])
  }

  @Test("A dry run of what cannot be built fails as the build would")
  func dryRunFails() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      ["build", "plan.png", "-o", "out", "--dry-run", "--max-tiles", "3"] + AlignedPlan.placement)
    #expect(result.end == .exit(2))
    #expect(result.output.isEmpty)
  }

  @Test("Only outputs of this program are replaced, and only when asked")
  func overwrite() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    for output in ["out", "out.mbtiles"] {
      let arguments = ["build", "plan.png", "-o", output] + AlignedPlan.placement
      #expect(try workspace.run(arguments).end == .exit(0))
      let before = workspace.entries
      let refused = try workspace.run(arguments)
      #expect(refused.end == .exit(2))
      #expect(refused.errors.contains("--overwrite"))
      #expect(workspace.entries == before)
      let replaced = try workspace.run(arguments + ["--overwrite", "--max-zoom", "15"])
      #expect(replaced.end == .exit(0), "\(replaced.errors)")
      #expect(try openTileStore(workspace.directory.path(output)).coordinates().count == 1)
    }
  }

  @Test("A replacement that fails leaves the earlier output")
  func failedOverwrite() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let bytes = try workspace.bytes("plan.png")
    try workspace.write(bytes.prefix(bytes.count / 2), as: "cut.png")
    for output in ["out", "out.mbtiles"] {
      #expect(
        try workspace.run(["build", "plan.png", "-o", output] + AlignedPlan.placement).end
          == .exit(0))
      let before = workspace.entries
      let result = try workspace.run(
        ["build", "cut.png", "-o", output, "--overwrite"] + AlignedPlan.placement)
      #expect(result.end == .exit(2))
      #expect(workspace.entries == before)
      #expect(try openTileStore(workspace.directory.path(output)).coordinates().count == 5)
    }
  }

  @Test("Empty tiles are left out, or kept on request")
  func emptyTiles() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    for (output, option) in [("sparse", []), ("full", ["--keep-empty"])] {
      let result = try workspace.run(
        ["build", "plan.png", "-o", output, "--max-zoom", "22"] + option + RotatedPlan.placement)
      #expect(result.end == .exit(0), "\(result.errors)")
    }
    let sparse = try openTileStore(workspace.directory.path("sparse"))
    let full = try openTileStore(workspace.directory.path("full"))
    let kept = Set(try full.coordinates())
    #expect(try kept.isStrictSuperset(of: sparse.coordinates()))
    let levels = try #require(full.definition).coverage.levels
    for level in levels { #expect(level.tileCount == level.boundingRange.count) }
  }

  @Test("A tile of 512 shows the area of four of 256")
  func largeTiles() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      ["build", "plan.png", "-o", "out", "--tile-size", "512"] + AlignedPlan.placement)
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(
      workspace.directory.listing == ["out/15/17160/11475.png", "out/layer.json", "plan.png"])
  }

  @Test("A zoom beyond what programs show is warned of")
  func consumerLimits() throws {
    let workspace = try Workspace()
    try workspace.write(AlignedPlan.raster, as: "plan.png")
    let arguments = ["build", "plan.png", "-o", "out", "--dry-run", "--min-zoom", "16"]
    for (zoom, names) in [(21, []), (22, ["Google"]), (23, ["Google", "GDAL"])] {
      let result = try workspace.run(arguments + AlignedPlan.placement + ["--max-zoom", "\(zoom)"])
      #expect(result.end == .exit(0))
      for name in ["Google", "GDAL", "QGIS"] {
        #expect(result.errors.contains(name) == names.contains(name), "\(zoom): \(name)")
      }
    }
  }

  @Test("JSON progress is a JSON object per line that ends with done")
  func jsonProgress() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      ["build", "plan.png", "-o", "out", "--progress", "json"] + RotatedPlan.placement)
    #expect(result.end == .exit(0))
    let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
    let events = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(events.last?["event"] as? String == "done")
    #expect(events.dropLast().allSatisfy { $0["event"] as? String == "progress" })
    let tiles = try openTileStore(workspace.directory.path("out")).coordinates().count
    #expect(events.last?["tiles"] as? Int == tiles)
    let fractions = events.compactMap { $0["fraction"] as? Double }
    #expect(fractions == fractions.sorted() && fractions.last == 1)
  }
}
