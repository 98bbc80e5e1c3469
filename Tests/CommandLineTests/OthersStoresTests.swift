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
    try workspace.succeed(RotatedPlan.build(to: output) + options)
    try FileManager.default.removeItem(atPath: workspace.directory.path(output + "/layer.json"))
  }

  private func expectSound(_ store: String, like other: String) throws {
    try workspace.succeed(["diff", other, store])
    let verified = try workspace.run("verify \(store)")
    #expect(verified.output.hasSuffix("0 errors, 0 warnings, 0 notes\n"), "\(verified.output)")
  }

  @Test("Rows are counted from the south where gdal2tiles says so, by every command")
  func rowsFromSouth() throws {
    try build("xyz", [])
    try build("tms", ["--scheme", "tms"])
    try workspace.write("<TileMap/>".utf8, as: "tms/tilemapresource.xml")
    for output in ["copy.mbtiles", "copy"] {
      try workspace.succeed("convert tms \(output)")
      try expectSound(output, like: "xyz")
    }
    let layers = [
      "layers", "tms", "--client", "tilejson", "--url", "https://a.example/{z}/{x}/{y}.png", "-o",
      "code",
    ]
    try workspace.succeed(layers)
    let name = try #require(workspace.entries.first { $0.hasPrefix("code/") && $0 != "code/" })
    #expect(try workspace.text(name).contains("\"tms\""))
    // Tiles of gdal2tiles in degrees, two by one at zoom 0, or in the raster's own grid.
    for (profile, name) in [
      ("geodetic", "geodetic"), ("global-geodetic", "geodetic"), ("raster", "raster"),
    ] {
      try workspace.write(
        "<TileMap><TileSets profile=\"\(profile)\"/></TileMap>".utf8,
        as: "tms/tilemapresource.xml")
      try workspace.fail("convert tms other.mbtiles", saying: "profile \(name),")
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
      try workspace.succeed("convert mixed \(output)", printing: " \(tiles.count) tiles")
      try workspace.succeed("diff mixed \(output)")
      try workspace.succeed("verify \(output)")
    }
    let second = photograph.replacing(".jpg", with: ".png")
    try workspace.write(try workspace.bytes(photograph), as: second)
    try workspace.fail("convert mixed again", saying: "several extensions")
  }

  @Test("Rows of a folder that nothing describes are counted as an option says")
  func statedRows() throws {
    try build("xyz", [])
    try build("tms", ["--scheme", "tms"])
    for arguments in [
      ["convert", "tms", "copy", "--source-scheme", "tms"],
      ["merge", "tms", "tms", "-o", "merged", "--scheme", "tms"],
    ] {
      try workspace.succeed(arguments)
    }
    for made in ["copy", "merged"] {
      try workspace.succeed(["diff", "xyz", made])
    }
    let sheets = try ["xyz", "tms"].map { name in
      try workspace.succeed(["info", name, "--scheme", name, "--sheet", "\(name).png"])
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
    let own = RotatedPlan.build(to: "own")
    try workspace.succeed(own)
    let tile = try #require(workspace.entries.first { $0.hasSuffix(".png") && $0.contains("own/") })
    let image = try workspace.bytes(tile)
    for path in ["own/18/100000", "pacific/10/0", "pacific/10/1023"] {
      try workspace.makeFolder(path)
    }
    // Far south-west of all that the definition names.
    try workspace.write(image, as: "own/18/100000/200000.png")
    let copied = try workspace.run("convert own copy")
    #expect(copied.errors.contains("is outside the stated bounds"), "\(copied.errors)")
    let (stated, made) = (try place("own").bounds, try place("copy").bounds)
    #expect(made[0] < -42 && made[1] < -66 && made[2] >= stated[2] && made[3] >= stated[3])
    // Two tiles on each side of the antimeridian.
    for column in [0, 1023] { try workspace.write(image, as: "pacific/10/\(column)/500.png") }
    try workspace.succeed("convert pacific islands")
    let center = try place("islands").center
    #expect(abs(abs(center[0]) - 180) < 1e-9 && abs(center[1] - 4.0396) < 0.5, "\(center)")
  }

  @Test("Copies state no overviews that nobody knows, and parts none that show more than they have")
  func overviews() throws {
    try build("tiles", ["--overview-resampling", "nearest"])
    try workspace.succeed("convert tiles copy.pmtiles")
    try expectSound("copy.pmtiles", like: "tiles")
    let own = RotatedPlan.build(to: "own")
    try workspace.succeed(own)
    let text = try workspace.text("own/layer.json")
    let bounds = try #require(text.firstMatch(of: #/"bounds": \[\s*(?<list>[^\]]+)\]/#)).list
      .split(separator: ",").compactMap {
        Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    let part = [
      bounds[0], bounds[1], (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2,
    ].map { "\($0)" }.joined(separator: ",")
    try workspace.succeed(["convert", "own", "part", "--bounds", part])
    try workspace.succeed("verify part")
  }
}
