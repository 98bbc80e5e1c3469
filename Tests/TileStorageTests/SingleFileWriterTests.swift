import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("SingleFileWriter")
struct SingleFileWriterTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("Every requirement of the MBTiles specification holds in plain SQL")
  func plainSQL() throws {
    let path = folder.path("plan.mbtiles")
    let tiles = SampleLayers.pyramid()
    let summary = try SampleLayers.write(tiles, to: SingleFileWriter(path: path), checkpoints: 5)
    let database = try PlainDatabase(path)
    #expect(try database.value("PRAGMA integrity_check") == "ok")
    #expect(try database.value("PRAGMA application_id") == "1297105496")
    #expect(try database.value("PRAGMA journal_mode") == "delete")
    #expect(try database.value("PRAGMA encoding") == "UTF-8")
    #expect(try database.value("PRAGMA freelist_count") == "0")
    #expect(try database.value("SELECT count(*) FROM tiles") == "\(tiles.count)")
    #expect(
      try database.value(
        "SELECT count(*) FROM (SELECT DISTINCT zoom_level, tile_column, tile_row FROM tiles)")
        == "\(tiles.count)")
    let types = try database.rows(
      """
      SELECT DISTINCT typeof(zoom_level), typeof(tile_column), typeof(tile_row), typeof(tile_data)
      FROM tiles
      """)
    #expect(types == [["integer", "integer", "integer", "blob"]])
    let columns = try database.rows("SELECT name FROM pragma_table_info('tiles')")
    #expect(columns == [["zoom_level"], ["tile_column"], ["tile_row"], ["tile_data"]])
    #expect(
      try database.rows("SELECT name, type FROM pragma_table_info('metadata')")
        == [["name", "TEXT"], ["value", "TEXT"]])
    let distinct = Set(tiles.map(\.1)).count
    #expect(try database.value("SELECT count(*) FROM tiles_data") == "\(distinct)")
    #expect(summary.tileCount == tiles.count)
    #expect(summary.distinctTileCount == distinct)
    #expect(summary.tileBytes == tiles.reduce(0) { $0 + $1.1.count })
    #expect(summary.storedBytes == (try SampleLayers.bytes(path)).count)
  }

  @Test("The metadata of MBTiles is complete and follows the specification")
  func metadata() throws {
    let path = folder.path("plan.mbtiles")
    try SampleLayers.write(SampleLayers.pyramid(), to: SingleFileWriter(path: path))
    let rows = try PlainDatabase(path).rows("SELECT name, value FROM metadata ORDER BY rowid")
    #expect(
      rows.dropLast(2) == [
        ["name", "Sample"], ["format", "png"],
        // Whole samples of zoom 8: columns 33280 to 36091, rows 19695 to 22645 (mercantile 1.2.1).
        ["bounds", "2.8125,48.4984076409644,18.2537841796875,58.1272203063444"],
        ["center", "10.53125,53.3125,1"], ["minzoom", "0"], ["maxzoom", "8"],
        ["type", "overlay"], ["version", "1.2"], ["description", "A sample"],
        ["attribution", "<a href=\"https://example.com\">©</a>"],
      ])
    #expect(rows.last?.first == "agg_tiles_hash")
    let layer = rows.dropLast().last
    #expect(layer?.first == "tilepyramid")
    let sidecar = try SampleLayers.bytes(folder.path("plan.layer.json"))
    #expect(layer?.last == String(decoding: sidecar, as: UTF8.self))
  }

  @Test("The metadata of heights in MBTiles and PMTiles name their encoding")
  func elevation() throws {
    for encoding in ElevationEncoding.allCases {
      let path = folder.path("\(encoding).mbtiles")
      try SampleLayers.write(
        SampleLayers.pyramid(), to: SingleFileWriter(path: path),
        elevation: .init(encoding, noDataHeight: 0))
      let rows = try PlainDatabase(path).rows("SELECT value FROM metadata WHERE name = 'encoding'")
      #expect(rows == [[encoding.rawValue]])
      let archive = folder.path("\(encoding).pmtiles")
      try SampleLayers.write(
        SampleLayers.pyramid(), to: SingleFileWriter(path: archive), elevation: .init(encoding))
      let metadata = try JSONSerialization.jsonObject(
        with: Data(try ArchiveDraft(try SampleLayers.bytes(archive)).metadata))
      #expect((metadata as? [String: Any])?["encoding"] as? String == encoding.rawValue)
      #expect(try openTileStore(path).definition?.elevation == .init(encoding, noDataHeight: 0))
      #expect(try openTileStore(archive).definition?.elevation == .init(encoding))
    }
  }

  @Test("The MBTiles specification's example XYZ 11/327/791 is row 1256")
  func southernOrigin() throws {
    let path = folder.path("one.mbtiles")
    let tile = try SampleLayers.tile(11, 327, 791)
    try SampleLayers.write([(tile, [1, 2, 3])], to: SingleFileWriter(path: path))
    let rows = try PlainDatabase(path).rows("SELECT * FROM tiles")
    #expect(rows == [["11", "327", "1256", "010203"]])
    #expect(try MBTilesReader.open(path: path).tile(at: tile) == [1, 2, 3])
  }

  @Test("Bytes of MBTiles depend neither on the number of commits nor on the order of tiles")
  func reproducible() throws {
    let tiles = SampleLayers.pyramid()
    var generator = SeededGenerator(seed: 9)
    let shuffled = tiles.shuffled(using: &generator)
    var files: [[UInt8]] = []
    for (index, (order, checkpoints)) in [
      (tiles, 1), (tiles, 7), (tiles, 50), (tiles, 1), (shuffled, 3),
    ]
    .enumerated() {
      let path = folder.path("\(index).mbtiles")
      try SampleLayers.write(order, to: SingleFileWriter(path: path), checkpoints: checkpoints)
      files.append(try SampleLayers.bytes(path))
    }
    #expect(files.allSatisfy { $0 == files[0] })
  }

  @Test("Nothing but the MBTiles file and its layer definition remains")
  func listing() throws {
    let writer = try SingleFileWriter(path: folder.path("plan.mbtiles"))
    #expect(try !SampleLayers.names(in: folder).contains("plan.mbtiles"))
    try SampleLayers.write(SampleLayers.pyramid(), to: writer)
    #expect(try SampleLayers.names(in: folder) == ["plan.layer.json", "plan.mbtiles"])
  }

  @Test("An abandoned or dropped MBTiles file leaves no trace")
  func abandoned() throws {
    let writer = try SingleFileWriter(path: folder.path("plan.mbtiles"))
    try writer.write([1], at: SampleLayers.tile(0, 0, 0))
    try writer.commit()
    writer.abandon()
    #expect(try SampleLayers.names(in: folder).isEmpty)
    do {
      let dropped = try SingleFileWriter(path: folder.path("plan.mbtiles"))
      try dropped.write([1], at: SampleLayers.tile(0, 0, 0))
    }
    #expect(try SampleLayers.names(in: folder).isEmpty)
  }

  @Test("An address is written to MBTiles once")
  func duplicate() throws {
    let writer = try SingleFileWriter(path: folder.path("plan.mbtiles"))
    let tile = try SampleLayers.tile(3, 1, 2)
    try writer.write([1], at: tile)
    guard case .duplicateTile(tile, _) = storageError({ try writer.write([2], at: tile) }) else {
      Issue.record("no error")
      return
    }
    // The writer stays usable.
    try writer.write([2], at: SampleLayers.tile(3, 1, 3))
    let summary = try writer.finish(try SampleLayers.definition(of: [(tile, [1])]))
    #expect(summary.tileCount == 2)
  }

  @Test(
    "Tiles of MBTiles come back whether or not their equals were remembered",
    arguments: [1, 2, 1000])
  func contentCapacity(capacity: Int) throws {
    let path = folder.path("plan.mbtiles")
    let tiles = SampleLayers.pyramid(seed: 4)
    try SampleLayers.write(
      tiles, to: SingleFileWriter(path: path, overwrite: false, contentCapacity: capacity))
    let reader = try MBTilesReader.open(path: path)
    for (tile, bytes) in tiles { #expect(try reader.tile(at: tile) == bytes) }
    #expect(try reader.coordinates() == tiles.map(\.0).sorted())
    // In another order, other ones are forgotten.
    let other = folder.path("other.mbtiles")
    try SampleLayers.write(
      tiles.reversed(),
      to: SingleFileWriter(path: other, overwrite: false, contentCapacity: capacity))
    let all = folder.path("all.mbtiles")
    try SampleLayers.write(tiles, to: SingleFileWriter(path: all))
    for name in ["plan.mbtiles", "other.mbtiles"] {
      #expect(try SampleLayers.bytes(folder.path(name)) == SampleLayers.bytes(all), "\(name)")
    }
  }

  @Test("Only an MBTiles file of this package is replaced, and only when asked to")
  func overwriting() throws {
    let path = folder.path("plan.mbtiles")
    try SampleLayers.write(SampleLayers.pyramid(), to: SingleFileWriter(path: path))
    #expect(storageError { _ = try SingleFileWriter(path: path) } == .outputExists(path: path))
    let tiles = SampleLayers.pyramid(seed: 2)
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path, overwrite: true))
    #expect(try MBTilesReader.open(path: path).tile(at: tiles[0].0) == tiles[0].1)
    #expect(try SampleLayers.names(in: folder) == ["plan.layer.json", "plan.mbtiles"])
    let sidecar = try SampleLayers.bytes(folder.path("plan.layer.json"))
    #expect(
      try LayerDefinitionDocument(decoding: sidecar).definition
        == MBTilesReader.open(path: path).definition)
  }

  @Test("An MBTiles file of another program is never replaced")
  func notOurs() throws {
    let foreign = folder.path("foreign.mbtiles")
    try PlainDatabase(foreign).run(
      """
      CREATE TABLE metadata (name text, value text); INSERT INTO metadata VALUES ('name', 'x');
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
      """)
    let text = folder.path("text.mbtiles")
    try Data("hello".utf8).write(to: URL(fileURLWithPath: text))
    let directory = folder.path("folder.mbtiles")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let sidecar = folder.path("side.mbtiles")
    try folder.write("{}".utf8, as: "side.layer.json")
    for path in [foreign, text, directory, sidecar] {
      guard
        case .notReplaceable = storageError({
          _ = try SingleFileWriter(path: path, overwrite: true)
        })
      else {
        Issue.record("\(path) would be replaced")
        continue
      }
    }
    #expect(try SampleLayers.bytes(text) == Array("hello".utf8))
  }

  @Test("A file that appears while MBTiles are written is not replaced")
  func appearsLate() throws {
    let path = folder.path("plan.mbtiles")
    let writer = try SingleFileWriter(path: path)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let failure = storageError { try SampleLayers.write(SampleLayers.pyramid(), to: writer) }
    #expect(failure == .outputExists(path: path))
    writer.abandon()
    #expect(try SampleLayers.bytes(path) == Array("mine".utf8))
    #expect(try SampleLayers.names(in: folder) == ["plan.mbtiles"])
  }

  @Test(
    "MBTiles file names with any character survive",
    arguments: ["a\"b'c\n", "日本 🗺️", "</script>", "nul\0byte"])
  func names(name: String) throws {
    let path = folder.path("plan.mbtiles")
    let writer = try SingleFileWriter(path: path)
    let tiles = [(try SampleLayers.tile(0, 0, 0), [UInt8(1)])]
    try writer.write(tiles[0].1, at: tiles[0].0)
    _ = try writer.finish(try SampleLayers.definition(of: tiles, name: name))
    let reader = try MBTilesReader.open(path: path)
    #expect(reader.definition?.name == name)
    let row = reader.metadata.first { $0.name == "name" }?.value
    #expect(row == name.replacingOccurrences(of: "\0", with: "\u{FFFD}"))
  }

  @Test("An empty tile and an empty tileset are stored as such in MBTiles")
  func empty() throws {
    let path = folder.path("none.mbtiles")
    try SampleLayers.write([], to: SingleFileWriter(path: path))
    #expect(try MBTilesReader.open(path: path).coordinates().isEmpty)
    let tile = try SampleLayers.tile(2, 1, 1)
    try SampleLayers.write([(tile, [])], to: SingleFileWriter(path: folder.path("zero.mbtiles")))
    #expect(try MBTilesReader.open(path: folder.path("zero.mbtiles")).tile(at: tile) == [])
  }
}
