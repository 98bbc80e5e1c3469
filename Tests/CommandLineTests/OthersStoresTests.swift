import Foundation
import Georeferencing
import RasterSources
import Testing
import TilePyramidTesting

/// Stores that say less of themselves than this program's.
@Suite("Stores of other programs on the command line")
struct OthersStoresTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
  }

  /// A folder of tiles without its layer definition.
  private func build(_ output: String, _ options: [String]) throws {
    let built = try workspace.run(
      ["build", "plan.png", "-o", output] + RotatedPlan.placement + options)
    #expect(built.end == .exit(0), "\(built.errors)")
    try FileManager.default.removeItem(atPath: workspace.directory.path(output + "/layer.json"))
  }

  private func expectSound(_ store: String, like other: String) throws {
    let same = try workspace.run(["diff", other, store])
    #expect(same.end == .exit(0), "\(same.output)")
    let verified = try workspace.run(["verify", store])
    #expect(verified.output.hasSuffix("0 errors, 0 warnings, 0 notes\n"), "\(verified.output)")
  }

  @Test("Rows are counted from the south where gdal2tiles says so, by every command")
  func rowsFromSouth() throws {
    try build("xyz", [])
    try build("tms", ["--scheme", "tms"])
    try workspace.write("<TileMap/>".utf8, as: "tms/tilemapresource.xml")
    for output in ["copy.mbtiles", "copy"] {
      #expect(try workspace.run(["convert", "tms", output]).end == .exit(0))
      try expectSound(output, like: "xyz")
    }
    let layers = [
      "layers", "tms", "--client", "tilejson", "--url", "https://a.example/{z}/{x}/{y}.png", "-o",
      "code",
    ]
    #expect(try workspace.run(layers).end == .exit(0))
    let name = try #require(workspace.entries.first { $0.hasPrefix("code/") && $0 != "code/" })
    #expect(String(decoding: try workspace.bytes(name), as: UTF8.self).contains("\"tms\""))
    // Tiles of gdal2tiles in degrees, two by one at zoom 0, or in the raster's own grid.
    for (profile, name) in [
      ("geodetic", "geodetic"), ("global-geodetic", "geodetic"), ("raster", "raster"),
    ] {
      try workspace.write(
        "<TileMap><TileSets profile=\"\(profile)\"/></TileMap>".utf8,
        as: "tms/tilemapresource.xml")
      let other = try workspace.run(["convert", "tms", "other.mbtiles"])
      #expect(other.end == .exit(2) && other.errors.contains("profile \(name),"), "\(other.errors)")
    }
  }

  @Test("Tiles of two formats are all read, and two files of one tile are an error")
  func mixedFormats() throws {
    try workspace.write(
      .noise(seed: 1, opaque: true, size: PixelSize(width: 900, height: 900)), as: "plan.png")
    try build("mixed", ["--format", "hybrid"])
    let tiles = workspace.entries.filter { $0.hasPrefix("mixed/") && !$0.hasSuffix("/") }
    let photographs = tiles.filter { $0.hasSuffix(".jpg") }
    let photograph = try #require(photographs.first)
    #expect(photographs.count < tiles.count)
    let other = try #require(photographs.last)
    try FileManager.default.moveItem(
      atPath: workspace.directory.path(other),
      toPath: workspace.directory.path(other.replacing(".jpg", with: ".jpeg")))
    for output in ["copy.gpkg", "copy"] {
      let result = try workspace.run(["convert", "mixed", output])
      #expect(result.output.contains(" \(tiles.count) tiles"), "\(result.output)")
      #expect(try workspace.run(["diff", "mixed", output]).end == .exit(0))
      #expect(try workspace.run(["verify", output]).end == .exit(0))
    }
    let second = photograph.replacing(".jpg", with: ".png")
    try workspace.write(try workspace.bytes(photograph), as: second)
    let refused = try workspace.run(["convert", "mixed", "again"])
    #expect(refused.end == .exit(2) && refused.errors.contains("several extensions"), "\(refused)")
  }

  @Test("Rows of a folder that nothing describes are counted as an option says")
  func statedRows() throws {
    try build("xyz", [])
    try build("tms", ["--scheme", "tms"])
    for arguments in [
      ["convert", "tms", "copy", "--source-scheme", "tms"],
      ["merge", "tms", "tms", "-o", "merged", "--scheme", "tms"],
    ] {
      let made = try workspace.run(arguments)
      #expect(made.end == .exit(0), "\(made.errors)")
    }
    for made in ["copy", "merged"] {
      #expect(try workspace.run(["diff", "xyz", made]).end == .exit(0), "\(made)")
    }
    let sheets = try ["xyz", "tms"].map { name in
      let drawn = try workspace.run(["info", name, "--scheme", name, "--sheet", "\(name).png"])
      #expect(drawn.end == .exit(0), "\(drawn.errors)")
      return try workspace.bytes("\(name).png").count
    }
    #expect(sheets.allSatisfy { $0 > 100 })
  }

  /// The bounds and the centre that a layer definition states as a TileJSON does.
  private func place(_ folder: String) throws -> (bounds: [Double], center: [Double]) {
    let text = String(decoding: try workspace.bytes(folder + "/layer.json"), as: UTF8.self)
    func numbers(_ key: String) throws -> [Double] {
      let list = try #require(text.range(of: "\"\(key)\": \\[[^\\]]+", options: .regularExpression))
      return text[list].split { "[,".contains($0) }.dropFirst().compactMap {
        Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
    return (try numbers("bounds"), try numbers("center"))
  }

  @Test("A copy has the bounds of its tiles, whatever is stated, and the shorter way round")
  func boundsOfTiles() throws {
    let own = ["build", "plan.png", "-o", "own"] + RotatedPlan.placement
    #expect(try workspace.run(own).end == .exit(0))
    let tile = try #require(workspace.entries.first { $0.hasSuffix(".png") && $0.contains("own/") })
    let image = try workspace.bytes(tile)
    for path in ["own/18/100000", "pacific/10/0", "pacific/10/1023"] {
      try FileManager.default.createDirectory(
        atPath: workspace.directory.path(path), withIntermediateDirectories: true)
    }
    // Far south-west of all that the definition names.
    try workspace.write(image, as: "own/18/100000/200000.png")
    let copied = try workspace.run(["convert", "own", "copy"])
    #expect(copied.errors.contains("is outside the stated bounds"), "\(copied.errors)")
    let (stated, made) = (try place("own").bounds, try place("copy").bounds)
    #expect(made[0] < -42 && made[1] < -66 && made[2] >= stated[2] && made[3] >= stated[3])
    // Two tiles on each side of the antimeridian.
    for column in [0, 1023] { try workspace.write(image, as: "pacific/10/\(column)/500.png") }
    #expect(try workspace.run(["convert", "pacific", "islands"]).end == .exit(0))
    let center = try place("islands").center
    #expect(abs(abs(center[0]) - 180) < 1e-9 && abs(center[1] - 4.0396) < 0.5, "\(center)")
  }

  @Test("Copies state no overviews that nobody knows, and parts none that show more than they have")
  func overviews() throws {
    try build("tiles", ["--overview-resampling", "nearest"])
    #expect(try workspace.run(["convert", "tiles", "copy.pmtiles"]).end == .exit(0))
    try expectSound("copy.pmtiles", like: "tiles")
    let own = ["build", "plan.png", "-o", "own"] + RotatedPlan.placement
    #expect(try workspace.run(own).end == .exit(0))
    let text = String(decoding: try workspace.bytes("own/layer.json"), as: UTF8.self)
    let bounds = try #require(text.firstMatch(of: #/"bounds": \[\s*(?<list>[^\]]+)\]/#)).list
      .split(separator: ",").compactMap {
        Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    let part = [
      bounds[0], bounds[1], (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2,
    ].map { "\($0)" }.joined(separator: ",")
    #expect(try workspace.run(["convert", "own", "part", "--bounds", part]).end == .exit(0))
    let verified = try workspace.run(["verify", "part"])
    #expect(verified.end == .exit(0), "\(verified.output)")
  }
}
