import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

/// Conversion and merging as users call them.
@Suite("Stores on the command line")
struct StoreTests {
  private func build(_ workspace: Workspace, _ output: String) throws {
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    let built = try workspace.run(
      ["build", "plan.png", "-o", output] + RotatedPlan.placement)
    #expect(built.end == .exit(0), "\(built.errors)")
  }

  private func bounds(_ workspace: Workspace) throws -> GeographicBounds {
    let path = workspace.directory.url.appendingPathComponent("tiles/layer.json")
    return try LayerDefinitionDocument(decoding: [UInt8](try Data(contentsOf: path)))
      .definition.bounds
  }

  @Test("A folder becomes files of all formats side by side, each of which every command reads")
  func convert() throws {
    let workspace = try Workspace()
    try build(workspace, "tiles")
    for (source, output) in [
      ("tiles", "plan.mbtiles"), ("plan.mbtiles", "plan.pmtiles"), ("plan.pmtiles", "plan.gpkg"),
      ("plan.gpkg", "again"),
    ] {
      let result = try workspace.run(["convert", source, output, "--progress", "none"])
      #expect(result.end == .exit(0) && result.output.contains("\(output): "), "\(result.errors)")
      #expect(try workspace.run(["verify", output]).end == .exit(0))
      #expect(try workspace.run(["info", output]).output.contains("format      png"))
      #expect(try workspace.run(["diff", "tiles", output]).end == .exit(0))
      let refused = try workspace.run(["convert", source, output])
      #expect(refused.end == .exit(2) && refused.errors.contains("the output exists"))
    }
    let bounds = try bounds(workspace)
    let camera = "\((bounds.south + bounds.north) / 2),\((bounds.west + bounds.east) / 2),18"
    for store in ["plan.pmtiles", "plan.gpkg"] {
      let shown = try workspace.run([
        "snapshot", store, "--camera", camera, "--size", "200x200", "-o", store + ".png",
      ])
      #expect(shown.end == .exit(0), "\(shown.errors)")
    }
    let bytes = try ["tiles", "again"].map {
      try Data(contentsOf: workspace.directory.url.appendingPathComponent($0 + "/layer.json"))
    }
    #expect(bytes[0] == bytes[1])
  }

  @Test("Tiles beside a layer definition that cannot be read are shown and copied, with a warning")
  func unreadableDefinition() throws {
    let workspace = try Workspace()
    try build(workspace, "tiles")
    let bounds = try bounds(workspace)
    let camera = "\((bounds.south + bounds.north) / 2),\((bounds.west + bounds.east) / 2),18"
    let path = workspace.directory.url.appendingPathComponent("tiles/layer.json")
    try Data("{\"tilepyramid\": {\"formatVersion\": 99}}".utf8).write(to: path)
    for arguments in [
      ["info", "tiles"], ["convert", "tiles", "copy.mbtiles"],
      ["merge", "tiles", "copy.mbtiles", "-o", "both"],
      [
        "layers", "tiles", "--client", "leaflet", "--url", "https://a.example/{z}/{x}/{y}.png",
        "-o", "js",
      ],
      ["snapshot", "tiles", "--camera", camera, "--size", "200x200", "-o", "shown.png"],
    ] {
      let result = try workspace.run(arguments)
      #expect(result.end == .exit(0), "\(arguments): \(result.errors)")
      #expect(
        (result.output + result.errors).contains("the tiles are read without it"), "\(arguments)")
    }
    let verified = try workspace.run(["verify", "tiles"])
    #expect(verified.end == .exit(1) && verified.output.contains("definition.readable"))
    #expect(try workspace.run(["verify", "copy.mbtiles"]).end == .exit(0))
  }

  @Test("A zoom that an archive cannot hold is refused before anything is written")
  func tooDeep() throws {
    let workspace = try Workspace()
    try workspace.write(RotatedPlan.raster, as: "plan.png")
    let result = try workspace.run(
      ["build", "plan.png", "-o", "plan.pmtiles", "--min-zoom", "27", "--max-zoom", "27"]
        + RotatedPlan.placement)
    #expect(result.end == .exit(2))
    #expect(result.errors.contains("a PMTiles archive cannot hold zoom 27"), "\(result.errors)")
    #expect(result.errors.contains("--max-zoom"))
    #expect(workspace.entries == ["plan.png"])
  }

  @Test("Parts of a store become the store again, and one store alone is no merge")
  func merge() throws {
    let workspace = try Workspace()
    try build(workspace, "tiles")
    let bounds = try bounds(workspace)
    let middle = (bounds.west + bounds.east) / 2
    for (name, west, east) in [("a.pmtiles", bounds.west, middle), ("b.gpkg", middle, bounds.east)]
    {
      let part = try workspace.run([
        "convert", "tiles", name, "--bounds=\(west),\(bounds.south),\(east),\(bounds.north)",
      ])
      #expect(part.end == .exit(0), "\(part.errors)")
    }
    let merged = try workspace.run(["merge", "a.pmtiles", "b.gpkg", "-o", "m.mbtiles"])
    #expect(merged.end == .exit(0), "\(merged.errors)")
    #expect(merged.output.contains("of 2 stores; 0 tiles made again"))
    #expect(try workspace.run(["diff", "tiles", "m.mbtiles"]).end == .exit(0))
    let alone = try workspace.run(["merge", "a.pmtiles", "-o", "n.mbtiles"])
    #expect(alone.end == .exit(2) && alone.errors.contains("a second store"))
    let zooms = try workspace.run(["convert", "tiles", "z.mbtiles", "--zooms", "9-3"])
    #expect(zooms.end == .exit(2) && zooms.errors.contains("--zooms"))
  }
}
