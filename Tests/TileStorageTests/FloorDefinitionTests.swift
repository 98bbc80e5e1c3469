import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("Definitions of floors")
struct FloorDefinitionTests {
  private static let tile = TileCoordinate(unchecked: 3, x: 4, y: 5)

  /// A building's folder whose floors have one tile each under a path with `{floor}`.
  private func building(
    _ path: String, floors: [String] = ["16", "L1"]
  ) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let tree = try OutputTree(path: folder.path("out"))
    for id in floors {
      let template = try TileTemplate(path: path, floor: id, format: .png)
      let writer = try DirectoryTileWriter(
        in: tree, layout: .init(template: template, layerFile: "\(id).layer.json"), name: id)
      try writer.write(Array(id.utf8), at: Self.tile)
      _ = try writer.finish(
        LayerDefinition(
          name: id, urlTemplate: template.relativeURL,
          bounds: GeographicBounds(west: 0, south: 0, east: 1, north: 1),
          floor: .init(id: id, level: 1), coverage: TileCoverage([Self.tile])))
    }
    let document = BuildingDocument(
      BuildingDefinition(
        name: "House", floors: floors.map { .init(.init(id: $0), layer: "\($0).layer.json") }))
    try tree.place(try document.encoded(), named: BuildingDocument.fileName)
    _ = try tree.publish()
    return folder
  }

  @Test(
    "Definitions of floors are found above the floor's folder, also for ids that look like zooms",
    arguments: [
      ("{floor}/{z}/{x}/{y}.png", "16"), ("{floor}/{z}/{x}/{y}.png", "L1"),
      ("a/b/{floor}/{z}/{x}/{y}.png", "a/b/L1"), ("L{floor}/{z}_{x}_{y}.png", "L16"),
    ])
  func found(path: String, floor: String) throws {
    let folder = try building(path)
    let store = try openTileStore(folder.path("out/\(floor)"))
    let id = try #require(store.definition?.floor?.id)
    #expect(floor.hasSuffix(id))
    #expect(try store.coordinates() == [Self.tile])
    #expect(try store.tile(at: Self.tile) == Array(id.utf8))
    let inspection = try StoreInspection(path: folder.path("out/\(floor)"))
    #expect(inspection.tiles.map(\.coordinate) == [Self.tile])
    #expect(inspection.documentLocation == folder.path("out/\(id).layer.json"))
    let layers = try StoredLayers(path: folder.path("out/\(floor)"))
    #expect(layers.layers.map(\.definition.floor?.id) == [id])
    #expect(layers.files == [folder.path("out/\(id).layer.json")])
  }

  @Test(
    "Definitions of floors are found beside the folder when building.json is missing or damaged")
  func withoutBuilding() throws {
    let folder = try building("{floor}/{z}/{x}/{y}.png")
    let document = URL(fileURLWithPath: folder.path("out/building.json"))
    try Data("{".utf8).write(to: document)
    #expect(try openTileStore(folder.path("out/L1")).definition?.floor?.id == "L1")
    try FileManager.default.removeItem(at: document)
    #expect(try openTileStore(folder.path("out/L1")).definition?.floor?.id == "L1")
  }

  @Test("Definitions of floors are not taken for those of other folders")
  func others() throws {
    let folder = try building("all/{floor}_{z}_{x}_{y}.png")
    // Tiles of two floors are in this folder.
    #expect(try openTileStore(folder.path("out/all")).definition == nil)
    let other = folder.path("out/other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    #expect(try openTileStore(other).definition == nil)
    let inner = try building("{floor}/{z}/{x}/{y}.png")
    #expect(try openTileStore(inner.path("out/L1/3")).definition == nil)
  }

  @Test("A floor's definition that was chosen holds wherever it is")
  func chosen() throws {
    let folder = try building("f/{floor}/{z}/{x}/{y}.png")
    let copy = folder.path("copy.json")
    try FileManager.default.copyItem(atPath: folder.path("out/L1.layer.json"), toPath: copy)
    try FileManager.default.copyItem(
      atPath: folder.path("out/f/L1"), toPath: folder.path("renamed"))
    for layer in [folder.path("out/L1.layer.json"), copy] {
      for store in ["out", "out/f", "out/f/L1", "renamed"] {
        let inspection = try StoreInspection(path: folder.path(store), layerFile: layer)
        #expect(inspection.tiles.map(\.coordinate) == [Self.tile], "\(store) \(layer)")
      }
    }
  }
}
