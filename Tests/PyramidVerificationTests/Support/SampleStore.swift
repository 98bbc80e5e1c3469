import CSQLite
import Foundation
import Georeferencing
import PyramidVerification
import RasterSources
import TileImaging
import TileModel
import TilePyramidTesting
import TileStorage

/// A store in a folder of its own that tests make and break.
final class SampleStore {
  let folder: TemporaryDirectory
  let path: String
  var options = VerificationOptions()

  private init(_ name: String) throws {
    folder = try TemporaryDirectory()
    path = folder.path(name)
    options.threads = 2
  }

  static func mbtiles(_ sample: SampleTiles? = nil) throws -> SampleStore {
    try file("sample.mbtiles", sample)
  }

  /// A PMTiles archive of this package, changed as is asked.
  static func pmtiles(
    _ sample: SampleTiles? = nil, _ change: (inout ArchiveDraft) throws -> Void = { _ in }
  ) throws -> SampleStore {
    let store = try file("sample.pmtiles", sample)
    let url = URL(fileURLWithPath: store.path)
    var draft = try ArchiveDraft([UInt8](try Data(contentsOf: url)))
    try change(&draft)
    try Data(draft.bytes).write(to: url)
    return store
  }

  /// A GeoPackage of this package, changed by SQL.
  static func geopackage(_ sample: SampleTiles? = nil, sql: String = "") throws -> SampleStore {
    let store = try file("sample.gpkg", sample)
    try store.run(sql)
    return store
  }

  private static func file(_ name: String, _ sample: SampleTiles?) throws -> SampleStore {
    let sample = try sample ?? SampleTiles.opaque.get()
    let store = try SampleStore(name)
    let writer = try SingleFileWriter(path: store.path)
    for (tile, bytes) in sample.tiles { try writer.write(bytes, at: tile) }
    _ = try writer.finish(sample.definition)
    return store
  }

  static func directory(
    _ sample: SampleTiles? = nil, template: String = "{z}/{x}/{y}.png"
  ) throws -> SampleStore {
    let sample = try sample ?? SampleTiles.opaque.get()
    let store = try SampleStore("sample")
    let writer = try DirectoryTileWriter(
      path: store.path,
      layout: DirectoryTileWriter.Layout(
        template: try TileTemplate(template), scheme: sample.definition.scheme))
    for (tile, bytes) in sample.tiles { try writer.write(bytes, at: tile) }
    _ = try writer.finish(sample.definition)
    return store
  }

  /// A directory of this package with tiles of 512 samples beside those of 256.
  ///
  /// A tile of 512 samples that `change` leaves without samples is absent. The definition states the tiles
  /// that are there.
  static func retinaDirectory(
    _ sample: SampleTiles, _ change: (TileCoordinate, inout RGBAImage) -> Void
  ) throws -> SampleStore {
    let store = try SampleStore("sample")
    let writer = try DirectoryTileWriter(
      path: store.path,
      layout: DirectoryTileWriter.Layout(
        template: try TileTemplate("{z}/{x}/{y}.png"),
        retinaTemplate: try TileTemplate("{z}/{x}/{y}@2x.png")))
    for (tile, bytes) in sample.tiles { try writer.write(bytes, at: tile) }
    var record = PyramidRecord()
    let shallowest = sample.definition.minimumZoom
    for tile in Set(sample.tiles.keys.compactMap(\.parent)) where tile.zoom >= shallowest {
      var image = RGBAImage(
        width: 512, height: 512, samples: [UInt8](repeating: 0, count: 4 * 512 * 512))
      for (index, child) in tile.children.enumerated() {
        guard let bytes = sample.tiles[child] else { continue }
        let part = try TileDecoder.decode(bytes)
        for row in 0..<256 {
          let start = 4 * ((index / 2 * 256 + row) * 512 + index % 2 * 256)
          image.samples.replaceSubrange(
            start..<start + 1024, with: part.samples[1024 * row..<1024 * (row + 1)])
        }
      }
      change(tile, &image)
      if image.samples.isEmpty { continue }
      var file = TileFile(try PNGTileEncoder(effort: .fast).encode(image))
      file.isRetina = true
      try writer.write(file, at: tile)
      record.add(file, at: tile)
    }
    var definition = sample.definition
    definition.retina = record.retina.map {
      LayerDefinition.Retina(digest: $0.digest, coverage: $0.coverage)
    }
    _ = try writer.finish(definition)
    return store
  }

  /// A plain MBTiles file as other programs write it, with the metadata that it should have.
  static func foreignMBTiles(
    _ sample: SampleTiles? = nil, isKeyed: Bool = true, isFlipped: Bool = false,
    hasBounds: Bool = true,
    format: String = "png"
  ) throws -> SampleStore {
    let sample = try sample ?? SampleTiles.opaque.get()
    let store = try SampleStore("foreign.mbtiles")
    let bounds = sample.definition.bounds
    let center = "\((bounds.west + bounds.east) / 2),\((bounds.south + bounds.north) / 2),5"
    try store.edit { database in
      try database.run(
        """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        INSERT INTO metadata VALUES ('name', 'Foreign'), ('format', '\(format)'),
          ('minzoom', '\(sample.definition.minimumZoom)'),
          ('maxzoom', '\(sample.definition.maximumZoom)'), ('type', 'overlay'), ('version', '1.1');
        """)
      if hasBounds {
        try database.run(
          """
          INSERT INTO metadata VALUES ('center', '\(center)'),
            ('bounds', '\(bounds.west),\(bounds.south),\(bounds.east),\(bounds.north)');
          """)
      }
      if isKeyed {
        try database.run("CREATE UNIQUE INDEX key ON tiles (zoom_level, tile_column, tile_row)")
      }
      for (tile, bytes) in sample.tiles {
        try database.run(
          "INSERT INTO tiles VALUES (\(tile.zoom), \(tile.x), \(isFlipped ? tile.y : tile.tmsRow), ?)",
          blob: bytes)
      }
    }
    return store
  }

  /// A directory as other programs write it.
  static func foreignDirectory(
    _ sample: SampleTiles? = nil, rows: TileScheme = .xyz, rowsFirst: Bool = false,
    ending: String = "png"
  ) throws -> SampleStore {
    let store = try SampleStore("foreign")
    let sample = try sample ?? SampleTiles.opaque.get()
    for (tile, bytes) in sample.tiles {
      let row = rows == .xyz ? tile.y : tile.tmsRow
      let (folder, name) = rowsFirst ? (row, tile.x) : (tile.x, row)
      try store.place(bytes, at: "\(tile.zoom)/\(folder)/\(name).\(ending)")
    }
    return store
  }

  func place(_ bytes: some Sequence<UInt8>, at name: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func rewrite(_ name: String, _ change: (String) -> String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    let text = try String(contentsOf: url, encoding: .utf8)
    try change(text).write(to: url, atomically: true, encoding: .utf8)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  func edit(_ body: (SampleDatabase) throws -> Void) throws { try body(SampleDatabase(path)) }

  func run(_ sql: String) throws { try edit { try $0.run(sql) } }

  /// Lets verification compare the tiles with an image.
  func compare(
    with raster: any RasterSource, _ georeference: Georeference = SampleTiles.georeference()
  ) {
    options.source = VerificationSource(
      raster: raster, georeference: georeference, scratch: ScratchDirectory(path: folder.path))
  }

  func verify() throws -> VerificationReport { try PyramidVerifier.verify(path, options: options) }
}

/// A database written with plain SQL.
final class SampleDatabase {
  struct Failure: Error {
    let message: String
  }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else { throw failure }
  }

  deinit { sqlite3_close_v2(handle) }

  private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(handle))) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  func run(_ sql: String, blob: [UInt8]) throws {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    let code = blob.withUnsafeBytes { bytes in
      sqlite3_bind_blob64(statement, 1, bytes.baseAddress, UInt64(bytes.count), nil)
      return sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else { throw failure }
  }
}

extension VerificationReport {
  var broken: Set<String> { Set(results.filter { $0.count > 0 }.map(\.rule.id)) }

  func findings(_ id: String) -> [Finding] {
    results.first { $0.rule.id == id }?.findings ?? []
  }
}
