import Foundation
import LayerCodegen
import TileModel
import TilePyramidTesting

/// A building packed with an app: one floor in an MBTiles file, the other in a folder, both with names
/// that have broken code generators.
///
/// A tile's bytes are its own address. The layers name one tile more than there is.
struct PackedBuilding {
  /// The resources or assets of the app.
  let assets: TemporaryDirectory
  /// The floors.
  let layers: [LocatedLayer]

  static let fileName = "a\"b'$x${z}\\(0)\\u{41}%s é\n\u{202E}*.mbtiles"
  static let folderName = "my \"plans\" $x ${z} %d é'*"

  init() throws {
    assets = try TemporaryDirectory()
    var layers: [LocatedLayer] = []
    for (number, path) in [Self.fileName, Self.folderName].enumerated() {
      let coverage = TileCoverage(
        SampleLayers.sparse(seed: number + 3).tiles.filter { $0.zoom < 6 })
      let isFolder = number == 1
      let template = try TileTemplate(path: "\(Self.folderName)/{z}/{x}-{y}.png", format: .png)
      let definition = LayerDefinition(
        name: "Floor \(number) \"*/", tileSize: isFolder ? .large : .standard,
        scheme: isFolder ? .tms : .xyz, urlTemplate: isFolder ? template.relativeURL : nil,
        bounds: GeographicBounds(west: -1, south: -1, east: 1, north: 1),
        floor: LayerDefinition.Floor(id: "\(number)", name: "Floor \(number)"), zIndex: 7,
        digest: ContentDigest(low: 0, high: UInt64(number)), coverage: coverage)
      var tiles = coverage.tiles.map { ($0, Array("\($0)".utf8)) }
      tiles.removeLast()
      if isFolder {
        for (tile, bytes) in tiles {
          try assets.write(
            bytes, as: template.expanded(for: tile, scheme: .tms, format: .png))
        }
      } else {
        try MemoryTileStore(
          Dictionary(uniqueKeysWithValues: tiles), definition: definition
        ).write(to: assets.path(path))
      }
      layers.append(
        LocatedLayer(definition, location: isFolder ? .bundle : .file(name: path)))
    }
    self.layers = layers
  }

  /// The floor in a file beside one that is on a server.
  func besideServer() throws -> [LocatedLayer] {
    var remote = layers[1]
    remote.location = .urls
    remote.definition.urlTemplate = try TileTemplate(
      url: "https://a.example/{z}/{x}/{y}.png", format: .png)
    return [layers[0], remote]
  }

  /// The right answers about every address in and around the tiles of a layer, a line each.
  ///
  /// A line is `zoom x y` and the tile, `none` for an absent one, or `lost` for one that cannot be
  /// read.
  static func answers(_ layer: LocatedLayer) -> String {
    let coverage = layer.definition.coverage
    let lost = Array(coverage.tiles).last
    var lines: [String] = []
    for level in coverage.levels {
      let box = level.boundingRange
      for y in (box.y.lowerBound - 2)...(box.y.upperBound + 1) where y >= 0 {
        for x in (box.x.lowerBound - 2)...(box.x.upperBound + 1) where x >= 0 {
          let tile = TileCoordinate(zoom: level.zoom, x: x, y: y)
          let isThere = tile.map(coverage.contains) ?? false
          let answer = tile.flatMap { isThere ? "\($0)" : nil } ?? "none"
          lines.append("\(level.zoom) \(x) \(y) \(tile == lost ? "lost" : answer)")
        }
      }
    }
    lines += ["31 0 0 none", "4 0 0 none"]
    return lines.joined(separator: "\n") + "\n"
  }
}
