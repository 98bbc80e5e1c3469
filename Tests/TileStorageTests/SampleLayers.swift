import Foundation
import TileModel
import TilePyramidTesting
import TileStorage

/// Tiles and definitions that tests draw for themselves.
enum SampleLayers {
  static func template(_ text: String = "{z}/{x}/{y}.png") throws -> TileTemplate {
    try TileTemplate(text)
  }

  static func tile(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileCoordinate {
    guard let tile = TileCoordinate(zoom: zoom, x: x, y: y) else { throw Missing() }
    return tile
  }

  struct Missing: Error {}

  /// The tiles of a rectangle at the deepest zoom and of everything above it, with contents of
  /// which about a third recur.
  static func pyramid(
    zoom: Int = 8, x: Range<Int> = 130..<141, y: Range<Int> = 80..<87, seed: UInt64 = 1
  ) -> [(TileCoordinate, [UInt8])] {
    var generator = SeededGenerator(seed: seed)
    var range = TileRange(zoom: zoom, x: x, y: y)
    var tiles: [(TileCoordinate, [UInt8])] = []
    while true {
      for tile in range {
        let content: [UInt8] =
          generator.next() % 3 == 0
          ? [UInt8](repeating: UInt8(generator.next() % 3), count: 200)
          : generator.bytes(Int(generator.next() % 9000))
        tiles.append((tile, content))
      }
      if range.zoom == 0 { return tiles }
      range = range.ancestor()
    }
  }

  static func definition(
    of tiles: [(TileCoordinate, [UInt8])], name: String = "Sample", url: String? = nil
  ) throws -> LayerDefinition {
    var record = PyramidRecord()
    for (tile, bytes) in tiles { record.add(bytes, at: tile) }
    return LayerDefinition(
      name: name, description: "A sample", attribution: "<a href=\"https://example.com\">©</a>",
      version: "1.2.3", urlTemplate: try url.map { try TileTemplate($0) },
      bounds: GeographicBounds(west: 2.8125, south: 48.5, east: 18.25, north: 58.125),
      floor: LayerDefinition.Floor(id: "L1", level: -1, name: "Basement"), zIndex: 3,
      opacity: 0.75, background: "#FFFFFFFF", digest: record.digest, coverage: record.coverage)
  }

  /// Writes all tiles and finishes.
  @discardableResult
  static func write(
    _ tiles: [(TileCoordinate, [UInt8])], to writer: some TileWriter, checkpoints: Int = 1,
    elevation: LayerDefinition.Elevation? = nil
  ) throws -> TilesetSummary {
    for (index, (tile, bytes)) in tiles.enumerated() {
      try writer.write(bytes, at: tile)
      if (index + 1) % max(1, tiles.count / checkpoints) == 0 { try writer.commit() }
    }
    var definition = try definition(of: tiles)
    definition.elevation = elevation
    return try writer.finish(definition)
  }

  /// The facts that another reader found in a store of the test data.
  static func facts(of name: String) throws -> [String: Any]? {
    let facts = try JSONSerialization.jsonObject(
      with: Data(try TestData.bytes("stores/stores_facts.json")))
    return ((facts as? [String: Any])?["stores"] as? [String: Any])?[name] as? [String: Any]
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Every name in a folder, hidden ones included.
  static func names(in folder: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}

/// The error that an expression throws, or `nil`.
func storageError(_ body: () throws -> Void) -> TileStorageError? {
  do {
    try body()
    return nil
  } catch {
    return error as? TileStorageError
  }
}
