import Foundation
import Georeferencing
import RasterSources
import Synchronization
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Retina tiles")
struct RetinaTests {
  private static let build = [
    "build", "plan.png", "--anchor", "47.36565,8.54585", "--anchor-pixel", "0,0",
    "--metres-per-pixel", "0.1", "--bearing", "20",
  ]

  private func workspace(height: Int = 600) throws -> Workspace {
    let workspace = try Workspace()
    try write(workspace, seed: 6, height: height)
    return workspace
  }

  private func write(_ workspace: Workspace, seed: UInt64, height: Int = 600) throws {
    try workspace.write(
      .noise(seed: seed, opaque: false, size: PixelSize(width: 350, height: height)), as: "plan.png"
    )
  }

  /// The tiles that two builds make: those of 256 pixels, and those of 512 under the names of retina tiles.
  private func expected(_ workspace: Workspace, _ options: [String] = []) throws
    -> [String: [UInt8]]
  {
    for (name, more) in [("small", ""), ("large", "--tile-size 512")] {
      try workspace.succeed(Self.build + options + more.words + ["-o", name])
    }
    var files = try workspace.files(in: "small")
    for (name, bytes) in try workspace.files(in: "large") {
      files[name.replacing(".png", with: "@2x.png")] = bytes
    }
    files["layer.json"] = nil
    return files
  }

  private func tiles(_ workspace: Workspace, _ name: String) throws -> [String: [UInt8]] {
    try workspace.files(in: name).filter { $0.key != "layer.json" }
  }

  @Test("One build makes the tiles of two and says so in the layer definition")
  func pair() throws {
    let workspace = try workspace()
    try workspace.succeed(Self.build + ["--retina", "-o", "out"])
    #expect(try tiles(workspace, "out") == expected(workspace))
    let definition = try workspace.definition("out")
    let retina = try #require(definition.retinaLayer)
    let large = try workspace.definition("large")
    #expect(definition.urlTemplate?.text == "{z}/{x}/{y}.png")
    #expect(retina.urlTemplate?.text == "{z}/{x}/{y}@2x.png")
    #expect(retina.coverage == large.coverage && retina.digest == large.digest)
    #expect(retina.tileSize == .large && retina.maximumZoom == definition.maximumZoom - 1)
    let small = try workspace.definition("small")
    #expect(definition.coverage == small.coverage && definition.digest == small.digest)
  }

  @Test("A build that is killed is resumed and has the bytes of one in one go")
  func resumed() throws {
    // High enough that a row of blocks is finished long before the end.
    let workspace = try workspace(height: 4000)
    let options = ["--retina", "--effort", "smallest", "--threads", "1", "--progress", "json"]
    let build = Self.build + options
    try workspace.succeed(build + ["-o", "whole"])
    let log = ".parts.tilepyramid-partial/blocks.log"
    let stopped = try workspace.run(build + ["-o", "parts"], thenSend: SIGKILL, whenThereIs: log)
    #expect(stopped.end == .signal(SIGKILL))
    try workspace.succeed(
      build + ["-o", "parts", "--dry-run"], printing: "An unfinished build of this output is")
    try workspace.succeed(build + ["-o", "parts", "--resume"])
    #expect(try workspace.files(in: "parts") == workspace.files(in: "whole"))
    // Complete already: confirmed tile by tile, of both sizes.
    try workspace.succeed(build + ["-o", "parts", "--resume"])
    let victim = try #require(workspace.directory.listing.first { $0.hasSuffix("@2x.png") })
    try workspace.write([1, 2, 3], as: victim.replacing("whole", with: "parts"))
    #expect(try workspace.run(build + ["-o", "parts", "--resume"]).end != .exit(0))
  }

  @Test("An update has the bytes of a new build, and keeps both sizes of what is the same")
  func update() throws {
    let workspace = try workspace()
    let update = Self.build + ["--retina", "-o", "out", "--update"]
    try workspace.succeed(update)
    let count = try tiles(workspace, "out").count
    try workspace.succeed(update, printing: "0 added, 0 changed, 0 removed, \(count) kept")
    try write(workspace, seed: 7)
    try workspace.succeed(update, printing: "@2x.png")
    #expect(try tiles(workspace, "out") == expected(workspace))
    try workspace.fail(Self.build + ["-o", "out", "--update"], saying: "--retina")
  }

  @Test("Replacing an output removes its retina tiles, which are the program's own")
  func overwritten() throws {
    let workspace = try workspace()
    try workspace.succeed(Self.build + ["--retina", "-o", "out"])
    try workspace.succeed(Self.build + ["-o", "out", "--overwrite"])
    #expect(!workspace.directory.listing.contains { $0.contains("@2x") })
  }

  @Test(
    "A store that has one tile at an address is refused",
    arguments: ["out.mbtiles", "out.pmtiles", "out.gpkg"])
  func stores(output: String) throws {
    let workspace = try workspace()
    try workspace.fail(Self.build + ["--retina", "-o", output], saying: "one tile at each address")
    #expect(!workspace.directory.listing.contains(output))
  }

  @Test("The manifest of a building asks for them for all floors")
  func building() throws {
    let workspace = try SampleBuilding.workspace("retina: true")
    try workspace.succeed("build b.yml -o out")
    let files = try workspace.files(in: "out")
    for floor in ["L0", "L1", "B1"] {
      #expect(files["\(floor)/15/17160/11475@2x.png"] != nil, "\(files.keys.sorted())")
      #expect(files["\(floor)/16/34320/22950@2x.png"] == nil)
    }
    let plain = try SampleBuilding.workspace()
    try plain.succeed("build b.yml -o out")
    for (name, bytes) in try plain.files(in: "out") where name.hasSuffix(".png") {
      #expect(files[name] == bytes, "\(name)")
    }
  }

  // MARK: Verification

  private func broken(_ workspace: Workspace, _ store: String = "out") throws -> Set<String> {
    let result = try workspace.run("verify \(store) --json")
    struct Report: Decodable {
      struct Rule: Decodable {
        var id: String
        var severity: String
        var count: Int
      }
      var rules: [Rule]
      var retinaZooms: [[String: Int]]?
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.retinaZooms?.isEmpty == false)
    let rules = report.rules.filter { $0.count > 0 && $0.severity != "note" }
    #expect(result.end == .exit(rules.contains { $0.severity == "error" } ? 1 : 0))
    return Set(rules.map(\.id))
  }

  @Test(
    "A sound pair has no finding, in any format",
    arguments: ["png", "jpeg", "webp", "avif", "hybrid"])
  func sound(format: String) throws {
    let workspace = try workspace()
    // The worst that is asked for: what differs most between tiles that are encoded apart.
    let quality = ["png": [], "hybrid": []][format] ?? ["--quality", "20"]
    try workspace.succeed(Self.build + ["--retina", "--format", format, "-o", "out"] + quality)
    #expect(try broken(workspace).isEmpty)
  }

  @Test("Faults of either tile of a pair are found", arguments: ["png", "jpeg", "webp"])
  func faults(format: String) throws {
    let ending = format == "jpeg" ? "jpg" : format
    let workspace = try workspace()
    let build = Self.build + ["--retina", "--overwrite", "--format", format, "-o", "out"]
    try workspace.succeed(build)
    let names = workspace.directory.listing.filter { $0.hasSuffix("@2x.\(ending)") }
    // A tile of the deepest zoom with retina tiles, for which no overview law holds.
    let deepest = try #require(names.last)
    let whole = try workspace.bytes(deepest)
    func path(_ name: String) -> String { workspace.directory.path(name) }

    try FileManager.default.removeItem(atPath: path(deepest))
    #expect(try broken(workspace).isSuperset(of: ["tiles.missing", "definition.digest"]))
    // A tile of another address, whole and of the right size.
    let other = try #require(
      names.first { $0.split(separator: "/")[1] == deepest.split(separator: "/")[1] })
    try workspace.write(try workspace.bytes(other), as: deepest)
    #expect(try broken(workspace).contains("retina.pixels"))
    // One of 256 samples in its place.
    let small = try #require(
      workspace.directory.listing.last {
        $0.hasPrefix("out/") && $0.hasSuffix(".\(ending)") && !$0.contains("@2x")
      })
    try workspace.write(try workspace.bytes(small), as: deepest)
    #expect(try broken(workspace).contains("tile.size"))
    try workspace.write(whole.prefix(whole.count / 2), as: deepest)
    #expect(try broken(workspace).contains("tile.decodes"))
    try workspace.write(whole, as: deepest)
    #expect(try broken(workspace).isEmpty)

    // A file that is no tile of either size.
    try workspace.write([1], as: deepest.replacing("@2x", with: "@3x"))
    try workspace.succeed("verify out", printing: "@3x", "directory.stray")
    try FileManager.default.removeItem(atPath: path(deepest.replacing("@2x", with: "@3x")))
  }

  @Test("One sample of a tile of 256 that the retina tile above it does not have is found")
  func sample() throws {
    let workspace = try workspace()
    try workspace.succeed(Self.build + ["--retina", "-o", "out"])
    let small = try #require(
      workspace.directory.listing.last {
        $0.hasPrefix("out/") && $0.hasSuffix(".png") && !$0.contains("@2x")
      })
    var image = try TileDecoder.decode(try workspace.bytes(small))
    let visible = try #require(
      Array(stride(from: 0, to: image.samples.count, by: 4)).last { image.samples[$0 + 3] == 255 })
    image.samples[visible] ^= 1
    try workspace.directory.write(image, as: small)
    #expect(try broken(workspace).contains("retina.pixels"))
  }

  @Test(
    "A definition that states retina tiles elsewhere than tiles that have their samples is found")
  func statedElsewhere() throws {
    let workspace = try workspace()
    try workspace.succeed(Self.build + ["--retina", "-o", "out"])
    let store = try workspace.store("out")
    var definition = try #require(store.definition)
    let tiles = try #require(definition.retina?.coverage.tiles).sorted()
    definition.retina?.coverage = TileCoverage(tiles.dropLast())
    let document = LayerDefinitionDocument(
      definition, tilePath: store.tilePath, retinaPath: store.retina?.tilePath)
    try workspace.write(try document.encoded(), as: "out/layer.json")
    let found = try broken(workspace)
    #expect(found.isSuperset(of: ["definition.retina", "tiles.extra"]), "\(found)")
  }
}
