import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("MBTilesReader")
struct MBTilesReaderTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func database(named name: String = "t.mbtiles", _ sql: String) throws -> String {
    let path = folder.path(name)
    try PlainDatabase(path).run("CREATE TABLE metadata (name text, value text);" + sql)
    return path
  }

  @Test(
    "Sound MBTiles of other tools hold the tiles counted by another reader",
    .enabled(if: TestData.isAvailable, "the test data is not beside the repository"),
    arguments: [
      ("byte.mbtiles", 1, "png"), ("byte_jpeg.mbtiles", 1, "jpg"),
      ("geography-class-png.mbtiles", 5, "png"), ("martin_geography-class-png.mbtiles", 6, "png"),
      ("martin_normalized-dedup-id.mbtiles", 5, "jpg"),
      ("martin_webp-no-primary.mbtiles", 1, "webp"),
      ("one_tile.mbtiles", 2, "png"), ("plain_1.mbtiles", 285, "png"),
      ("with spaces.mbtiles", 0, nil), ("world_l1.mbtiles", 5, "jpg"),
    ])
  func soundFiles(name: String, count: Int, format: String?) throws {
    let store = try #require(try SampleLayers.facts(of: name))
    #expect(store["tiles"] as? Int == count)
    let reader = try openTileStore(TestData.path("stores/" + name))
    let tiles = try reader.coordinates()
    #expect(tiles.count == count)
    #expect(reader.format?.rawValue == format)
    #expect(reader.definition == nil)
    for tile in tiles { #expect(try reader.tile(at: tile)?.isEmpty == false) }
    let zooms = try #require(store["zooms"] as? [[String: Any]])
    for zoom in zooms {
      let level = tiles.filter { $0.zoom == zoom["z"] as? Int }
      #expect(level.count == zoom["n"] as? Int)
      let rows = level.map(\.tmsRow).sorted()
      #expect([rows.first ?? -1, rows.last ?? -1] == zoom["tms_y"] as? [Int])
    }
  }

  @Test(
    "Broken MBTiles files give errors",
    .enabled(if: TestData.isAvailable, "the test data is not beside the repository"),
    arguments: ["cache.mbtiles", "corrupt.mbtiles", "invalid.mbtiles", "corrupt_null_tile.mbtiles"])
  func brokenFiles(name: String) throws {
    let failure = storageError {
      let reader = try openTileStore(TestData.path("stores/" + name))
      for tile in try reader.coordinates() { _ = try reader.tile(at: tile) }
    }
    #expect(failure?.report.category == .badInput)
    #expect(failure?.description.contains(name) == true)
  }

  @Test("An MBTiles tile that is NULL or text is an error that names it")
  func wrongTypes() throws {
    let path = try database(
      """
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
      INSERT INTO tiles VALUES (1, 0, 0, NULL), (1, 1, 0, 'text'), (1, 1, 1, x'0102');
      """)
    let reader = try MBTilesReader.open(path: path)
    #expect(try reader.coordinates().count == 3)
    for (x, word) in [(0, "NULL"), (1, "text")] {
      let tile = try SampleLayers.tile(1, x, 1)
      let failure = storageError { _ = try reader.tile(at: tile) }
      #expect(failure?.description.contains("1/\(x)/1") == true)
      #expect(failure?.description.contains(word) == true)
    }
    #expect(try reader.tile(at: SampleLayers.tile(1, 1, 0)) == [1, 2])
    #expect(try reader.tile(at: SampleLayers.tile(1, 0, 0)) == nil)
  }

  @Test(
    "An MBTiles address outside the grid is an error",
    arguments: [
      "31, 0, 0", "-1, 0, 0", "1, 2, 0", "1, 0, -9223372036854775808", "1, 0, 9223372036854775807",
      "'one', 0, 0", "1, 0.5, 0", "NULL, 0, 0",
    ])
  func addresses(values: String) throws {
    let path = try database(
      """
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
      INSERT INTO tiles VALUES (\(values), x'01');
      """)
    let reader = try MBTilesReader.open(path: path)
    guard case .corrupt = storageError({ _ = try reader.coordinates() }) else {
      Issue.record("accepted \(values)")
      return
    }
  }

  /// A hundred numbers, of which joins make any number of rows.
  private static let numbers =
    "CREATE TABLE n (i); INSERT INTO n VALUES "
    + (0..<100).map { "(\($0))" }.joined(separator: ", ") + ";"

  @Test(
    "A database that makes more than its file can hold is refused as such, by readers and inspections",
    arguments: [
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT 1, 0, n, x'01' FROM c",
      "SELECT 10, a.i, b.i, x'01' FROM n a, n b, n c, n d",
      "SELECT 10, a.i, b.i, x'01' FROM n a, n b, n c, n d, n e WHERE a.i + b.i + c.i + d.i + e.i < 0",
      "SELECT 10, a.i, b.i, x'01' FROM n a, n b, n c, n d ORDER BY a.i + b.i, c.i || d.i",
    ])
  func excess(select: String) throws {
    let path = try database(
      Self.numbers
        + "CREATE VIEW tiles (zoom_level, tile_column, tile_row, tile_data) AS \(select);")
    let faults = [
      storageError { _ = try MBTilesReader.open(path: path).coordinates() },
      storageError { _ = try StoreInspection(path: path) },
    ]
    for fault in faults {
      guard case .excessive(path, _)? = fault else {
        Issue.record("\(select): \(String(describing: fault))")
        continue
      }
      #expect(fault?.report.category == .badInput && fault?.isFinding == false)
    }
  }

  @Test("MBTiles views that mention each other twice are not expanded without end")
  func nestedViews() throws {
    var sql = "CREATE TABLE t (zoom_level, tile_column, tile_row, tile_data);"
    var last = "t"
    for name in (1...20).map({ "v\($0)" }) {
      sql += "CREATE VIEW \(name) AS SELECT * FROM \(last) UNION ALL SELECT * FROM [\(last)];"
      last = name
    }
    let path = try database(sql + "CREATE VIEW tiles AS SELECT * FROM \(last);")
    guard case .excessive? = storageError({ _ = try MBTilesReader.open(path: path) }) else {
      Issue.record("compiled")
      return
    }
  }

  @Test(
    "SQL functions that make bytes from nothing or take long cannot be used by an MBTiles file",
    arguments: [
      "zeroblob(60000)", "randomblob(60000)", "replace(hex(x'00'), '0', 'a')",
      "load_extension('a')", "printf('%60000d', 1)", "json_object('a', random())",
    ])
  func functions(call: String) throws {
    for (index, sql) in [
      "CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, \(call) AS tile_data;",
      """
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, s,
        tile_data AS (coalesce(s, \(call == "json_object('a', random())" ? "json(1)" : call))));
      INSERT INTO tiles VALUES (0, 0, 0, NULL);
      """,
    ].enumerated() {
      if index == 1, call.hasPrefix("random") || call.hasPrefix("load") { continue }
      let path = try database(named: "\(index).mbtiles", sql)
      let fault = storageError {
        _ = try MBTilesReader.open(path: path).tile(at: SampleLayers.tile(0, 0, 0))
      }
      #expect(fault?.report.category == .badInput, "\(sql)")
    }
  }

  @Test("An MBTiles schema may use other functions where no tile is read")
  func unusedFunctions() throws {
    let path = try database(
      """
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
      INSERT INTO tiles VALUES (0, 0, 0, x'89504e470d0a1a0a');
      CREATE TABLE other (a); CREATE INDEX i ON other (json_extract(a, '$.x'));
      CREATE VIRTUAL TABLE search USING fts4 (a);
      """)
    #expect(try MBTilesReader.open(path: path).tile(at: SampleLayers.tile(0, 0, 0))?.count == 8)
  }

  @Test("Cancelling a reader of MBTiles ends a query that would run on")
  func cancellation() throws {
    let path = try database(
      Self.numbers
        + """
        CREATE VIEW tiles AS SELECT 10 AS zoom_level, a.i AS tile_column, b.i AS tile_row, x'01' AS
          tile_data FROM n a, n b, n c, n d, n e WHERE a.i + b.i + c.i + d.i + e.i < 0;
        """)
    let fault = storageError { _ = try StoreInspection(path: path, isCancelled: { true }) }
    #expect(fault == .cancelled(path: path))
  }

  @Test("An MBTiles view cannot produce a value of unbounded length")
  func endlessValue() throws {
    let path = try database(
      """
      CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row,
        zeroblob(900000000) AS tile_data;
      """)
    #expect(storageError { _ = try MBTilesReader.open(path: path) }?.report.category == .badInput)
  }

  @Test("MBTiles in write-ahead mode are read without creating files beside them")
  func writeAheadLog() throws {
    let name = "a b%20#?ü.mbtiles"
    let path = try database(
      named: name,
      """
      PRAGMA journal_mode = WAL; CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
      INSERT INTO tiles VALUES (0, 0, 0, x'89504e470d0a1a0a');
      """)
    #expect(try SampleLayers.names(in: folder) == [name])
    let reader = try MBTilesReader.open(path: path)
    #expect(try reader.coordinates().count == 1)
    #expect(reader.format == .png)
    #expect(try SampleLayers.names(in: folder) == [name])
  }

  @Test("Damaged bytes of MBTiles give tiles or errors, never a crash")
  func damage() throws {
    let path = folder.path("own.mbtiles")
    let tiles = SampleLayers.pyramid(zoom: 3, x: 2..<4, y: 1..<3)
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path))
    let sound = try SampleLayers.bytes(path)
    var generator = SeededGenerator(seed: 77)
    let damaged = folder.path("damaged.mbtiles")
    var failures = 0
    for round in 0..<250 {
      var bytes = sound
      if round < 50 {
        bytes.removeLast(bytes.count * round / 50)
      } else {
        // The first pages hold the schema and the metadata.
        let span = round % 2 == 0 ? min(8192, bytes.count) : bytes.count
        for _ in 0..<(round % 3 + 1) {
          bytes[Int.random(in: 0..<span, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: damaged))
      do {
        let reader = try openTileStore(damaged)
        for tile in try reader.coordinates() { _ = try reader.tile(at: tile) }
      } catch {
        failures += 1
      }
    }
    #expect(failures >= 40)
  }

  @Test("A file that is no store is refused with its kind")
  func notAStore() throws {
    for (name, bytes, word) in [
      ("a", Array("{\"a\": 1}".utf8), "JSON"), ("b", [], "empty"),
      ("c", [0xFF, 0xD8, 0xFF, 0xE0], "single jpg"), ("d", [1, 2, 3], "another kind"),
    ] {
      try folder.write(bytes, as: name)
      let failure = storageError { _ = try openTileStore(folder.path(name)) }
      #expect(failure?.report.found?.contains(word) == true)
    }
    let missing = storageError { _ = try openTileStore(folder.path("missing")) }
    #expect(missing == .notAStore(path: folder.path("missing"), found: "nothing"))
  }

  @Test("Many threads read one MBTiles file at once")
  func concurrency() async throws {
    let path = folder.path("plan.mbtiles")
    let tiles = SampleLayers.pyramid()
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path))
    let reader = try MBTilesReader.open(path: path)
    let equal = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask { try tiles.allSatisfy { try reader.tile(at: $0.0) == $0.1 } }
      }
      return try await group.allSatisfy { $0 }
    }
    #expect(equal)
  }
}
