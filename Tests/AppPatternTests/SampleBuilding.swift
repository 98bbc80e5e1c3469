import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

/// A building whose floors have the four tiles around the middle of level 2, each floor of one colour.
enum SampleBuilding {
  /// Writes the building.
  static func write(
    to path: String, floors: [(id: String, tile: [UInt8])], lowest: Int = 0
  ) throws {
    let tree = try OutputTree(path: path, overwrite: false)
    var described: [BuildingDefinition.Floor] = []
    for (index, floor) in floors.enumerated() {
      let level = FloorLevel(halves: 2 * (lowest + index))
      let storey = LayerDefinition.Floor(id: floor.id, level: level, name: "Floor \(floor.id)")
      let writer = try DirectoryTileWriter(
        in: tree,
        layout: DirectoryTileWriter.Layout(
          template: try TileTemplate(
            path: "{floor}/{z}/{x}/{y}.png", floor: floor.id, format: .png),
          layerFile: "\(floor.id).layer.json"))
      var record = PyramidRecord()
      for location in 0..<4 {
        guard let tile = TileCoordinate(zoom: 2, x: 1 + location % 2, y: 1 + location / 2) else {
          continue
        }
        record.add(floor.tile, at: tile)
        try writer.write(floor.tile, at: tile)
      }
      _ = try writer.finish(
        LayerDefinition(
          name: floor.id, bounds: GeographicBounds(west: -90, south: -66, east: 90, north: 66),
          floor: storey, digest: record.digest, coverage: record.coverage))
      described.append(BuildingDefinition.Floor(storey, layer: "\(floor.id).layer.json"))
    }
    let document = BuildingDocument(BuildingDefinition(name: "House", floors: described))
    try tree.place(try document.encoded(), named: BuildingDocument.fileName)
    try tree.publish()
  }
}
