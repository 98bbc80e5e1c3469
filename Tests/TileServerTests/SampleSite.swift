import Foundation
import TileImaging
import TileModel
import TilePyramidTesting
import TileServer
import TileStorage

/// Stores in a fresh folder whose tiles are of one colour each, or have four quarters.
struct SampleSite {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The colours of the tiles around the middle of ``square``: north-west, north-east, south-west,
  /// south-east.
  static let colors: [[UInt8]] = [
    [200, 30, 30, 255], [30, 160, 60, 255], [40, 70, 210, 255], [230, 190, 20, 255],
  ]

  struct Missing: Error {}

  static func tile(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileCoordinate {
    guard let tile = TileCoordinate(zoom: zoom, x: x, y: y) else { throw Missing() }
    return tile
  }

  /// Four tiles that meet in a corner, and the one above them.
  ///
  /// The corner is the column and row of the south-eastern one, both odd; `shift` turns the colours,
  /// so that layers differ.
  static func square(
    zoom: Int = 18, corner: (x: Int, y: Int) = (137_281, 91_801), shift: Int = 0
  ) throws -> [(TileCoordinate, [UInt8])] {
    let encoder = try PNGTileEncoder(effort: .fast)
    /// A tile whose quarters are of the colours that are given by east and south.
    func image(_ color: (Int, Int) -> [UInt8]) throws -> [UInt8] {
      var samples: [UInt8] = []
      for south in 0...1 {
        let row = (0...1).flatMap { east in
          [[UInt8]](repeating: color(east, south), count: 128).flatMap { $0 }
        }
        for _ in 0..<128 { samples += row }
      }
      return try encoder.encode(RGBAImage(width: 256, height: 256, samples: samples))
    }
    func color(_ east: Int, _ south: Int) -> [UInt8] { colors[(2 * south + east + shift) % 4] }
    var tiles: [(TileCoordinate, [UInt8])] = []
    for south in 0...1 {
      for east in 0...1 {
        tiles.append(
          (
            try tile(zoom, corner.x - 1 + east, corner.y - 1 + south),
            try image { _, _ in color(east, south) }
          ))
      }
    }
    let above = try image(color)
    return [(try tile(zoom - 1, corner.x / 2, corner.y / 2), above)] + tiles
  }

  /// The common corner of the four tiles of a square.
  static func middle(
    zoom: Int = 18, corner: (x: Int, y: Int) = (137_281, 91_801)
  ) throws -> GeographicCoordinate {
    let bounds = TileGrid().bounds(of: try tile(zoom, corner.x, corner.y))
    return WebMercator.unproject(bounds.northWest)
  }

  static func definition(
    of tiles: [(TileCoordinate, [UInt8])], name: String = "Square",
    floor: LayerDefinition.Floor? = nil, scheme: TileScheme = .xyz, url: String? = nil
  ) throws -> LayerDefinition {
    var record = PyramidRecord()
    for (tile, bytes) in tiles { record.add(bytes, at: tile) }
    guard let first = tiles.first else { throw Missing() }
    return LayerDefinition(
      name: name, scheme: scheme, urlTemplate: try url.map { try TileTemplate($0) },
      bounds: GeographicBounds(TileGrid().bounds(of: first.0)),
      controlPoints: [
        .init(
          name: "Middle", position: WebMercator.unproject(TileGrid().bounds(of: first.0).center))
      ], floor: floor, digest: record.digest, coverage: record.coverage)
  }

  /// Writes a folder of tiles.
  @discardableResult
  func writeFolder(
    _ name: String, _ tiles: [(TileCoordinate, [UInt8])], scheme: TileScheme = .xyz,
    overwrite: Bool = false
  ) throws -> String {
    let writer = try DirectoryTileWriter(
      path: folder.path(name),
      layout: .init(template: try TileTemplate("{z}/{x}/{y}.png"), scheme: scheme),
      overwrite: overwrite)
    for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
    _ = try writer.finish(
      try Self.definition(of: tiles, name: name, scheme: scheme, url: "{z}/{x}/{y}.png"))
    return folder.path(name)
  }

  /// Writes an MBTiles file.
  @discardableResult
  func writeMBTiles(_ name: String, _ tiles: [(TileCoordinate, [UInt8])]) throws -> String {
    let writer = try SingleFileWriter(path: folder.path(name))
    for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
    _ = try writer.finish(try Self.definition(of: tiles, name: name))
    return folder.path(name)
  }

  /// Writes a building whose floors, from the lowest, have squares of turned colours, as folders of
  /// tiles or as MBTiles files.
  @discardableResult
  func writeBuilding(
    _ name: String, floors: [LayerDefinition.Floor], databases: Bool = false
  ) throws -> String {
    let tree = try OutputTree(path: folder.path(name))
    for (index, floor) in floors.enumerated() {
      let tiles = try Self.square(shift: index)
      if databases {
        let file = try writeMBTiles("floor\(index).mbtiles", tiles)
        let sidecar = folder.path("floor\(index).layer.json")
        for (path, ending) in [(file, "mbtiles"), (sidecar, "layer.json")] {
          let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
          try tree.place(bytes, named: "\(floor.id).\(ending)")
          try FileManager.default.removeItem(atPath: path)
        }
        continue
      }
      let template = try TileTemplate("\(floor.id)/{z}/{x}/{y}.png")
      let writer = try DirectoryTileWriter(
        in: tree, layout: .init(template: template, layerFile: "\(floor.id).layer.json"))
      for (tile, bytes) in tiles { try writer.write(bytes, at: tile) }
      _ = try writer.finish(
        try Self.definition(
          of: tiles, name: floor.name, floor: floor, url: template.relativeURL.text))
    }
    let building = BuildingDefinition(
      name: "House", floors: floors.map { .init($0, layer: "\($0.id).layer.json") })
    try tree.place(try BuildingDocument(building).encoded(), named: BuildingDocument.fileName)
    try tree.publish()
    return folder.path(name)
  }
}
