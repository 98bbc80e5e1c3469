import Foundation
import PyramidVerification
import Testing
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

/// A store with one thing wrong.
struct PlantedFault: CustomTestStringConvertible, Sendable {
  let rule: String
  let name: String
  let make: @Sendable () throws -> SampleStore

  var testDescription: String { "\(rule): \(name)" }

  init(_ rule: String, _ name: String, _ make: @escaping @Sendable () throws -> SampleStore) {
    self.rule = rule
    self.name = name
    self.make = make
  }

  static let all =
    databases + archives + geopackages + metadata + definitions + sets + tiles + overviews + sources

  /// An overview in the middle of the picture.
  static let overview = "5/20/10"
  /// A tile of the deepest zoom with neighbours on all sides.
  static let inner = "6/41/21"

  static func isNamed(_ name: String) -> (TileCoordinate) -> Bool { { $0.description == name } }

  // MARK: Databases

  private static func foreign(_ sql: String, isKeyed: Bool = true) throws -> SampleStore {
    let store = try SampleStore.foreignMBTiles(isKeyed: isKeyed)
    try store.run(sql)
    return store
  }

  private static func own(_ sql: String) throws -> SampleStore {
    let store = try SampleStore.mbtiles()
    try store.run(sql)
    return store
  }

  private static let databases: [PlantedFault] =
    [
      PlantedFault("mbtiles.integrity", "a page overwritten") {
        let store = try SampleStore.mbtiles()
        let file = try #require(FileHandle(forUpdatingAtPath: store.path))
        try file.seek(toOffset: 4096 * 4)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try file.close()
        return store
      },
      PlantedFault("mbtiles.integrity", "cut short") {
        let store = try SampleStore.mbtiles()
        let file = try #require(FileHandle(forUpdatingAtPath: store.path))
        try file.truncate(atOffset: 4096 * 20)
        try file.close()
        return store
      },
      PlantedFault("mbtiles.key", "no index") { try SampleStore.foreignMBTiles(isKeyed: false) },
      PlantedFault("address.unique", "a tile twice") {
        try foreign("INSERT INTO tiles SELECT * FROM tiles WHERE zoom_level = 4", isKeyed: false)
      },
    ] + ownChanges + foreignChanges

  private static let ownChanges = [
    ("mbtiles.orphan", "an image too many", "INSERT INTO tiles_data VALUES (99999, x'89504E47')"),
    (
      "mbtiles.dangling", "an image too few",
      "DELETE FROM tiles_data WHERE tile_data_id = (SELECT max(tile_data_id) FROM tiles_data)"
    ),
    (
      "mbtiles.hash", "of other tiles",
      "UPDATE metadata SET value = '0' WHERE name = 'agg_tiles_hash'"
    ),
    ("mbtiles.application-id", "another format's", "PRAGMA application_id = 252006674"),
  ].map { rule, name, sql in PlantedFault(rule, name) { try own(sql) } }

  private static let foreignChanges = [
    ("mbtiles.schema", "no metadata", "DROP TABLE metadata"),
    ("mbtiles.schema", "no tiles", "DROP TABLE tiles"),
    (
      "mbtiles.schema", "a column of another name",
      "ALTER TABLE tiles RENAME COLUMN tile_row TO row"
    ),
    (
      "mbtiles.blob", "NULL",
      "UPDATE tiles SET tile_data = NULL WHERE zoom_level = 6 AND tile_column = 40"
    ),
    (
      "mbtiles.blob", "text",
      "UPDATE tiles SET tile_data = 'png' WHERE zoom_level = 6 AND tile_column = 43"
    ),
    ("mbtiles.journal", "left in write-ahead mode", "PRAGMA journal_mode = WAL"),
    (
      "address.range", "a column beyond the zoom",
      "INSERT INTO tiles SELECT 3, 8, 0, tile_data FROM tiles LIMIT 1"
    ),
    (
      "address.range", "a zoom that is text",
      "INSERT INTO tiles SELECT 'six', 1, 0, tile_data FROM tiles LIMIT 1"
    ),
    (
      "address.range", "a row below zero",
      "INSERT INTO tiles SELECT 3, 1, -1, tile_data FROM tiles LIMIT 1"
    ),
  ].map { rule, name, sql in PlantedFault(rule, name) { try foreign(sql) } }

  // MARK: Metadata

  private static let metadata = metadataChanges + metadataValues

  private static let metadataChanges = [
    ("metadata.implied", "no format", "DELETE FROM metadata WHERE name = 'format'"),
    ("metadata.required", "no name", "DELETE FROM metadata WHERE name = 'name'"),
    ("metadata.unique", "two names", "INSERT INTO metadata VALUES ('name', 'Another')"),
    ("metadata.values", "no value", "INSERT INTO metadata VALUES ('legend', NULL)"),
    ("metadata.spelling", "minZoom", "UPDATE metadata SET name = 'minZoom' WHERE name = 'minzoom'"),
    (
      "metadata.center", "a zoom that is not there",
      "UPDATE metadata SET value = replace(value, ',5', ',9') WHERE name = 'center'"
    ),
  ].map { rule, name, sql in PlantedFault(rule, name) { try foreign(sql) } }

  private static let metadataValues = [
    ("metadata.bounds", "of another country", "bounds", "-60,-20,-50,-10"),
    ("metadata.spelling", "image/png", "format", "image/png"),
    ("metadata.values", "a version in three parts", "version", "1.0.0"),
    ("metadata.format", "jpg", "format", "jpg"),
    ("metadata.bounds", "three numbers", "bounds", "45,50,67.5"),
    ("metadata.bounds", "south above north", "bounds", "45,70,67.5,60"),
    ("metadata.center", "far away", "center", "0,0,5"),
    ("metadata.zooms", "too deep", "maxzoom", "9"),
    ("metadata.minzoom", "a zoom that is not there", "minzoom", "2"),
    ("metadata.zooms", "no number", "minzoom", "four"),
  ].map { rule, name, key, value in
    PlantedFault(rule, name) {
      try foreign("UPDATE metadata SET value = '\(value)' WHERE name = '\(key)'")
    }
  }

  // MARK: Definitions

  private static let definitions: [PlantedFault] = [
    PlantedFault("definition.readable", "cut short") {
      let store = try SampleStore.directory()
      try store.rewrite("layer.json") { String($0.prefix($0.count / 2)) }
      return store
    },
    PlantedFault("definition.restated", "another minzoom") {
      let store = try SampleStore.directory()
      try store.rewrite("layer.json") {
        $0.replacingOccurrences(of: "\"minzoom\": 4", with: "\"minzoom\": 3")
      }
      return store
    },
    PlantedFault("definition.metadata", "another name") {
      try own("UPDATE metadata SET value = 'Other' WHERE name = 'name'")
    },
    PlantedFault("definition.metadata", "another definition beside the file") {
      var sample = try SampleTiles.opaque.get()
      let store = try SampleStore.mbtiles(sample)
      sample.definition.name = "Other"
      try Data(LayerDefinitionDocument(sample.definition).encoded()).write(
        to: URL(fileURLWithPath: store.folder.path("sample.layer.json")))
      return store
    },
    PlantedFault("definition.bounds", "half of the picture") {
      var sample = try SampleTiles.opaque.get()
      let bounds = sample.definition.bounds
      sample.definition.bounds.west = (bounds.west + bounds.east) / 2
      return try SampleStore.mbtiles(sample)
    },
    PlantedFault("definition.retina", "no tile of 512 samples over four of 256") {
      try SampleStore.retinaDirectory(try SampleTiles.opaque.get()) { tile, image in
        if tile.description == overview { image.samples = [] }
      }
    },
    PlantedFault("retina.pixels", "a sample of a tile of 512") {
      try SampleStore.retinaDirectory(try SampleTiles.opaque.get()) { tile, image in
        if tile.description == overview { image.samples[4 * 512 * 300 + 4 * 300] ^= 1 }
      }
    },
    PlantedFault("definition.digest", "of other tiles") {
      var sample = try SampleTiles.opaque.get()
      sample.definition.digest = ContentDigest(low: 1, high: 2)
      return try SampleStore.directory(sample)
    },
  ]
}
