import Foundation
import Hashing
import Testing
import TileModel
import TilePyramidTesting
import TileStorage

@Suite("GeoPackage")
struct GeoPackageTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("The tables of GeoPackage 1.3 hold what they must, in plain SQL")
  func plainSQL() throws {
    let path = folder.path("plan.gpkg")
    let tiles = SampleLayers.pyramid()
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path))
    let database = try PlainDatabase(path)
    #expect(try database.value("PRAGMA integrity_check") == "ok")
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
    #expect(try database.value("PRAGMA application_id") == "\(0x4750_4B47)")
    #expect(try database.value("PRAGMA user_version") == "10300")
    #expect(
      try database.rows("SELECT srs_id FROM gpkg_spatial_ref_sys ORDER BY srs_id")
        == [["-1"], ["0"], ["3857"], ["4326"]])
    #expect(
      try database.rows("SELECT table_name, data_type, identifier, srs_id FROM gpkg_contents")
        == [["tiles", "tiles", "Sample", "3857"]])
    #expect(try database.value("SELECT count(*) FROM tiles") == "\(tiles.count)")
    // The matrices are those of the whole world, and each covers it exactly.
    #expect(
      try database.value(
        """
        SELECT count(*) FROM gpkg_tile_matrix JOIN gpkg_tile_matrix_set USING (table_name)
          WHERE matrix_width = 1 << zoom_level AND matrix_height = matrix_width
            AND abs(matrix_width * tile_width * pixel_x_size - (max_x - min_x)) < 1e-6
        """) == "9")
    // Rows count from the north.
    let tile = try SampleLayers.tile(8, 133, 82)
    let rows = try database.rows(
      "SELECT tile_row FROM tiles WHERE zoom_level = 8 AND tile_column = 133 ORDER BY 1 LIMIT 1")
    #expect(rows == [["80"]])
    let reader = try GeoPackageReader.open(path: path)
    #expect(try reader.tile(at: tile) == tiles.first { $0.0 == tile }?.1)
    #expect(reader.definition == (try SampleLayers.definition(of: tiles)))
    #expect(try reader.coordinates() == tiles.map(\.0).sorted())
  }

  @Test("Equal tiles and definitions give equal bytes")
  func reproducible() throws {
    let tiles = SampleLayers.pyramid()
    try SampleLayers.write(tiles, to: SingleFileWriter(path: folder.path("a.gpkg")))
    try SampleLayers.write(
      tiles.reversed(), to: SingleFileWriter(path: folder.path("b.gpkg")), checkpoints: 7)
    #expect(
      try SampleLayers.bytes(folder.path("a.gpkg")) == SampleLayers.bytes(folder.path("b.gpkg")))
  }

  /// A GeoPackage as other programs write one: the extent is a part of the grid, and zooms are numbered from 0.
  private func foreign(_ change: String = "") throws -> String {
    let path = folder.path("foreign.gpkg")
    let side = WebMercator.extent / 8
    let west = -WebMercator.halfExtent + 4 * side
    let north = WebMercator.halfExtent - 2 * side
    try PlainDatabase(path).run(
      """
      PRAGMA application_id = \(0x4750_4B47);
      CREATE TABLE gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id,
        definition, description);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('m', 3857, 'EPSG', 3857, '', ''), ('u', -1, '', -1, '', ''),
        ('u', 0, '', 0, '', ''), ('w', 4326, 'EPSG', 4326, '', '');
      CREATE TABLE gpkg_contents (table_name, data_type, identifier, description, last_change,
        min_x, min_y, max_x, max_y, srs_id);
      INSERT INTO gpkg_contents VALUES ('my "tiles"', 'tiles', 'Ours', '', '', 0, 0, 10, 10, 3857);
      CREATE TABLE gpkg_tile_matrix_set (table_name, srs_id, min_x, min_y, max_x, max_y);
      INSERT INTO gpkg_tile_matrix_set VALUES ('my "tiles"', 3857, \(west), \(north - 2 * side),
        \(west + 2 * side), \(north));
      CREATE TABLE gpkg_tile_matrix (table_name, zoom_level, matrix_width, matrix_height, tile_width,
        tile_height, pixel_x_size, pixel_y_size);
      INSERT INTO gpkg_tile_matrix VALUES ('my "tiles"', 0, 2, 2, 256, 256, \(side / 256), \(side / 256)),
        ('my "tiles"', 1, 4, 4, 256, 256, \(side / 512), \(side / 512));
      CREATE TABLE "my \"\"tiles\"\"" (id INTEGER PRIMARY KEY, zoom_level, tile_column, tile_row, tile_data);
      INSERT INTO "my \"\"tiles\"\"" VALUES (7, 0, 1, 0, x'89504E470D0A1A0A01'), (8, 1, 3, 2, x'89504E470D0A1A0A02');
      \(change)
      """)
    return path
  }

  @Test("A table of a part of the grid, with zooms of other numbers, is read in place")
  func partOfGrid() throws {
    let reader = try openTileStore(try foreign())
    // Two zooms of an extent that begins at tile 4, 2 of zoom 3.
    #expect(try reader.coordinates() == [SampleLayers.tile(3, 5, 2), SampleLayers.tile(4, 11, 6)])
    #expect(try reader.tile(at: SampleLayers.tile(4, 11, 6))?.last == 2)
    #expect(try reader.tile(at: SampleLayers.tile(4, 0, 0)) == nil)
    #expect(try reader.tile(at: SampleLayers.tile(9, 0, 0)) == nil)
    #expect(reader.format == .png && reader.definition == nil)
    #expect(reader.metadata.first?.value == "Ours")
  }

  @Test(
    "Tables of other grids and systems are refused, with what they are",
    arguments: [
      ("UPDATE gpkg_tile_matrix SET pixel_x_size = 100", "another grid"),
      ("UPDATE gpkg_tile_matrix_set SET min_x = min_x + 1000", "another grid"),
      (
        "UPDATE gpkg_tile_matrix SET tile_height = 128, matrix_height = 2 * matrix_height",
        "another grid"
      ),
      (
        "UPDATE gpkg_spatial_ref_sys SET organization_coordsys_id = 2056 WHERE srs_id = 3857",
        "2056"
      ),
      ("DELETE FROM gpkg_contents", "without tiles"),
      (
        """
        INSERT INTO gpkg_contents SELECT 'z', data_type, 'Z', '', '', 0, 0, 1, 1, srs_id FROM gpkg_contents;
        INSERT INTO gpkg_tile_matrix_set SELECT 'z', srs_id, min_x, min_y, max_x, max_y
          FROM gpkg_tile_matrix_set
        """, "more than one"
      ),
    ])
  func refused(change: String, word: String) throws {
    let path = try foreign(change)
    let failure = storageError { _ = try openTileStore(path) }
    #expect(failure?.report.category == .badInput)
    #expect(failure?.report.found?.contains(word) == true, "\(String(describing: failure))")
  }

  @Test("A GeoPackage with tables of others is not replaced")
  func tablesOfOthers() throws {
    let path = folder.path("plan.gpkg")
    let tiles = SampleLayers.pyramid(zoom: 2, x: 1..<3, y: 1..<3)
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path))
    try SampleLayers.write(tiles, to: SingleFileWriter(path: path, overwrite: true))
    try PlainDatabase(path).run(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);
      INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('notes', 'attributes', 'Notes');
      """)
    let failure = storageError { _ = try SingleFileWriter(path: path, overwrite: true) }
    #expect(failure?.report.found?.contains("others") == true)
  }

  @Test(
    "MD5 is that of the published examples",
    arguments: [
      ("", "D41D8CD98F00B204E9800998ECF8427E"), ("a", "0CC175B9C0F1B6A831C399E269772661"),
      ("abc", "900150983CD24FB0D6963F7D28E17F72"),
      ("message digest", "F96B697D7CB7938D525A2F31AAF161D0"),
      ("abcdefghijklmnopqrstuvwxyz", "C3FCD3D76192E4007DFB496CCA67E13B"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57EDF4A22BE3C955AC49DA2E2107B67A"
      ),
    ])
  func publishedChecksums(text: String, expected: String) {
    var whole = MD5()
    Array(text.utf8).withUnsafeBytes { whole.append($0) }
    #expect(whole.hexadecimal == expected)
    // In pieces of every length.
    for size in 1...70 {
      var parts = MD5()
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        rest.prefix(size).withUnsafeBytes { parts.append($0) }
        rest = rest.dropFirst(size)
      }
      #expect(parts.hexadecimal == expected)
    }
  }
}
