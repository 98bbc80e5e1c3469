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
    try workspace.succeed(RotatedPlan.build(to: output))
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
      try workspace.succeed(
        ["convert", source, output, "--progress", "none"], printing: "\(output): ")
      try workspace.succeed("verify \(output)")
      try workspace.succeed("info \(output)", printing: "format      png")
      try workspace.succeed("diff tiles \(output)")
      try workspace.fail(["convert", source, output], saying: "the output exists")
    }
    let bounds = try bounds(workspace)
    let camera = "\((bounds.south + bounds.north) / 2),\((bounds.west + bounds.east) / 2),18"
    for store in ["plan.pmtiles", "plan.gpkg"] {
      try workspace.succeed([
        "snapshot", store, "--camera", camera, "--size", "200x200", "-o", store + ".png",
      ])
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
      let result = try workspace.succeed(arguments)
      #expect(
        (result.output + result.errors).contains("the tiles are read without it"), "\(arguments)")
    }
    try workspace.fail("verify tiles", with: 1, printing: "definition.readable")
    try workspace.succeed("verify copy.mbtiles")
  }

  @Test("A zoom that an archive cannot hold is refused before anything is written")
  func tooDeep() throws {
    let workspace = try Workspace(RotatedPlan.raster)
    try workspace.fail(
      RotatedPlan.build(to: "plan.pmtiles", "--min-zoom", "27", "--max-zoom", "27"),
      saying: "a PMTiles archive cannot hold zoom 27", "--max-zoom")
  }

  @Test("Parts of a store become the store again, and one store alone is no merge")
  func merge() throws {
    let workspace = try Workspace()
    try build(workspace, "tiles")
    let bounds = try bounds(workspace)
    let middle = (bounds.west + bounds.east) / 2
    for (name, west, east) in [("a.pmtiles", bounds.west, middle), ("b.gpkg", middle, bounds.east)]
    {
      try workspace.succeed([
        "convert", "tiles", name, "--bounds=\(west),\(bounds.south),\(east),\(bounds.north)",
      ])
    }
    try workspace.succeed(
      "merge a.pmtiles b.gpkg -o m.mbtiles", printing: "of 2 stores; 0 tiles made again")
    try workspace.succeed("diff tiles m.mbtiles")
    try workspace.fail("merge a.pmtiles -o n.mbtiles", saying: "a second store")
    try workspace.fail("convert tiles z.mbtiles --zooms 9-3", saying: "--zooms")
  }
}
