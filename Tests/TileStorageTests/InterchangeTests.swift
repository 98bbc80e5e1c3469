import Foundation
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

/// Files as other programs leave them.
@Suite("Files between tools")
struct InterchangeTests {
  let folder: TemporaryDirectory
  private let tiles = SampleLayers.pyramid(zoom: 4, x: 8..<10, y: 5..<7)

  init() throws { folder = try TemporaryDirectory() }

  private func written(_ name: String) throws -> String {
    let path = folder.path(name)
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path))
    return path
  }

  private func differences(_ path: String) throws -> [String] {
    let inspection = try StoreInspection(path: path)
    let document = try #require(inspection.document)
    return inspection.contents.differences(from: document).map(\.location)
  }

  /// An archive like those of pmtiles-convert 3.8.1, which copies rows of an MBTiles file as they
  /// are.
  private func archiveWithText() throws -> String {
    let path = try written("plan.pmtiles")
    var draft = try ArchiveDraft(SampleLayers.bytes(path))
    let metadata = try JSONParser.value(of: draft.metadata)
    guard case .object(let members) = metadata else { throw SampleLayers.Missing() }
    draft.metadata = Array(
      JSONValue.object(
        members.filter { $0.name != "tileSize" }.map { member in
          switch member.name {
          case "tilepyramid": .init(member.name, .string(member.value.text))
          case "version": .init(member.name, .string("1.2"))
          default: member
          }
        }
      ).line.utf8)
    draft.header.west += 1e-7
    draft.header.centerLatitude -= 1e-7
    try Data(draft.bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("A layer definition that was copied as a string is read, and nothing contradicts it")
  func text() throws {
    let path = try archiveWithText()
    let reader = try openTileStore(path)
    #expect(reader.definition == (try SampleLayers.definition(of: tiles)))
    #expect(reader.definitionFault == nil)
    #expect(try differences(path).isEmpty)
  }

  @Test(
    "Bounds and centre may be rounded, bounds exact, and a version shorter; more is a difference",
    arguments: [
      ("bounds", "2.81249991,48.49999992,18.25,58.125", true),
      ("bounds", "2.8125,48.4984076,18.2537842,58.1272203", true),
      ("bounds", "2.8126,48.5,18.25,58.125", false),
      ("bounds", "2.8125,48.5,18.25", false),
      ("center", "10.5312499,53.3125001,1", true),
      ("center", "10.53125,53.3125,2", false),
      ("center", "10.5313,53.3125,1", false),
      ("version", "1.2.0", true), ("version", "1.3", false), ("version", "1", false),
      ("maxzoom", "4.0", false),
    ])
  func rounding(name: String, value: String, agrees: Bool) throws {
    let path = try written("plan.mbtiles")
    try PlainDatabase(path).run("UPDATE metadata SET value = '\(value)' WHERE name = '\(name)'")
    #expect(try differences(path) == (agrees ? [] : ["metadata row \(name)"]))
  }

  @Test(
    "Tiles beside a layer definition that cannot be read are read, with a warning",
    arguments: [
      "{", "{\"tilepyramid\": {}}", "{\"tilepyramid\": {\"formatVersion\": 99}}", "7",
    ])
  func unreadable(text: String) throws {
    let database = try written("plan.mbtiles")
    try PlainDatabase(database).run(
      "UPDATE metadata SET value = '\(text)' WHERE name = 'tilepyramid'")
    let package = try written("plan.gpkg")
    try PlainDatabase(package).run("UPDATE gpkg_metadata SET metadata = '\(text)'")
    let directory = folder.path("tiles")
    try SampleLayers.write(
      tiles,
      to: DirectoryTileWriter(
        path: directory, layout: .init(template: SampleLayers.template()), overwrite: false))
    try Data(text.utf8).write(to: URL(fileURLWithPath: directory + "/layer.json"))
    for path in [database, package, directory] {
      let reader = try openTileStore(path)
      #expect(reader.definition == nil)
      for (tile, bytes) in tiles { #expect(try reader.tile(at: tile) == bytes) }
      // A layer.json without the mark is another program's.
      if path == directory, text == "7" { continue }
      #expect(reader.definitionFault != nil, "\(path)")
      let layer = try #require(try StoredLayers(path: path).layers.first)
      #expect(layer.warnings.contains { $0.contains("the tiles are read without it") })
      #expect(try StoreInspection(path: path).documentFault != nil)
    }
  }

  @Test(
    "Bounds that miss a tile are made of the tiles, with a warning",
    arguments: [
      ("100,50,120,60", true), ("0.1,21.95,22.2,55.7", true), ("-0.00001,21.95,45,55.8", false),
    ])
  func missed(bounds: String, isMade: Bool) throws {
    let path = try written("plan.mbtiles")
    try PlainDatabase(path).run(
      """
      DELETE FROM metadata WHERE name = 'tilepyramid';
      UPDATE metadata SET value = '\(bounds)' WHERE name = 'bounds'
      """)
    let layer = try #require(try StoredLayers(path: path).layers.first)
    #expect(layer.warnings.contains { $0.contains("is outside the stated bounds") } == isMade)
    guard isMade else { return }
    // Tiles 4/8/5 to 4/9/6 (mercantile 1.2.1).
    let made = layer.definition.bounds
    #expect(abs(made.west) < 1e-9 && abs(made.east - 45) < 1e-9)
    #expect(abs(made.south - 21.943045533438) < 1e-9 && abs(made.north - 55.776573018667) < 1e-9)
  }

  /// A database of OsmAnd with a tile of zoom 14 at column 8580 and row 5737 from the north.
  private func osmand(_ info: String, z: Int, y: Int) throws -> String {
    let path = folder.path("map.sqlitedb")
    try PlainDatabase(path).run(
      """
      CREATE TABLE tiles (x int, y int, z int, s int, image blob, PRIMARY KEY (x, y, z, s));
      INSERT INTO tiles VALUES (8580, \(y), \(z), 0, x'89504E470D0A1A0A01'),
        (8580, \(y), \(z), 1, x'89504E470D0A1A0A01');
      \(info)
      """)
    return path
  }

  @Test(
    "A file of OsmAnd is read as its numbering says",
    arguments: [
      ("", 3, 5737),
      ("CREATE TABLE info (minzoom, maxzoom); INSERT INTO info VALUES (3, 3)", 3, 5737),
      (
        "CREATE TABLE info (minzoom, maxzoom, tilenumbering); INSERT INTO info VALUES (3, 3, 'BigPlanet')",
        3, 5737
      ),
      (
        "CREATE TABLE info (minzoom, maxzoom, tilenumbering); INSERT INTO info VALUES (14, 14, 'simple')",
        14, 5737
      ),
      (
        "CREATE TABLE info (tilenumbering, inverted_y); INSERT INTO info VALUES ('simple', 1)", 14,
        16383 - 5737
      ),
      ("CREATE TABLE info (inverted_y); INSERT INTO info VALUES (1)", 3, 16383 - 5737),
    ])
  func osmand(info: String, z: Int, y: Int) throws {
    let path = try osmand(info, z: z, y: y)
    let reader = try openTileStore(path)
    let tile = try SampleLayers.tile(14, 8580, 5737)
    #expect(try reader.coordinates() == [tile])
    #expect(try reader.tile(at: tile)?.count == 9 && reader.format == .png)
    for entry in reader.metadata { #expect(entry.value == "14") }
    let inspection = try StoreInspection(path: path)
    #expect(inspection.format == .osmand && Set(inspection.tiles.map(\.coordinate)) == [tile])
    #expect(inspection.contents.faults.allSatisfy { $0.count == 0 })
    let bytes = try inspection.contents.makeReader().bytes(
      of: try #require(inspection.tiles.first { _ in true }))
    #expect(bytes?.count == 9)
  }

  @Test("A file of OsmAnd with tiles of an ellipsoid is refused")
  func ellipsoid() throws {
    let path = try osmand(
      "CREATE TABLE info (ellipsoid); INSERT INTO info VALUES (1)", z: 3, y: 5737)
    let error = storageError { _ = try openTileStore(path) }
    #expect(error?.report.found?.contains("not EPSG:3857") == true)
  }

  @Test("A name of OsmAnd is not that of an output")
  func notWritten() throws {
    let error = storageError { _ = try StoreFormat(newOutput: "map.sqlitedb") }
    #expect(error == .formatNotWritten(path: "map.sqlitedb", ending: ".sqlitedb"))
  }
}
