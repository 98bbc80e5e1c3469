import Platform
import TileModel

/// The table of tiles of a GeoPackage, and its tile matrices (GeoPackage 1.3, "Tiles").
struct GeoPackageTable: Sendable {
  /// One row of `gpkg_tile_matrix` on the Web Mercator grid.
  struct Level: Hashable, Sendable {
    /// `zoom_level`.
    let stored: Int
    let zoom: Int
    /// Column and row of its first tile, and its extent in tiles.
    let column: Int
    let row: Int
    let width: Int
    let height: Int
    /// In samples.
    let tileWidth: Int

    func tile(_ column: Int, _ row: Int) -> TileCoordinate? {
      guard (0..<width).contains(column), (0..<height).contains(row) else { return nil }
      return TileCoordinate(zoom: zoom, x: self.column + column, y: self.row + row)
    }
  }

  let name: String
  let isTable: Bool
  let identifier: String?
  let summary: String?
  /// In units of the reference system.
  let area: MercatorBounds?
  let levels: [Level]
  /// `srs_id` of the contents and of the matrices.
  let systems: [Int?]

  init(in connection: SQLiteConnection) throws(TileStorageError) {
    func refusal(_ found: String) -> TileStorageError {
      .notAStore(path: connection.path, found: found)
    }
    let tables = try connection.prepare(
      """
      SELECT c.table_name, c.identifier, c.description, c.min_x, c.min_y, c.max_x, c.max_y,
          s.min_x, s.min_y, s.max_x, s.max_y, r.organization, r.organization_coordsys_id,
          c.srs_id, s.srs_id
        FROM gpkg_contents c JOIN gpkg_tile_matrix_set s ON s.table_name = c.table_name
          JOIN gpkg_spatial_ref_sys r ON r.srs_id = s.srs_id
        WHERE c.data_type = 'tiles' ORDER BY c.table_name
      """)
    guard try tables.step(), let name = try tables.text(0) else {
      throw refusal("a GeoPackage without tiles")
    }
    self.name = name
    (identifier, summary) = (try tables.text(1), try tables.text(2))
    area = Self.box(tables, from: 3)
    systems = [tables.integer(13), tables.integer(14)]
    guard let extent = Self.box(tables, from: 7) else {
      throw refusal("a GeoPackage whose tiles have no extent")
    }
    let system = "\(try tables.text(11) ?? "no organization"):\(tables.integer(12) ?? 0)"
    // Older writers have other names for it.
    guard ["EPSG:3857", "EPSG:3785", "EPSG:900913", "ESRI:102100"].contains(system.uppercased())
    else { throw refusal("a GeoPackage with tiles in \(system), not EPSG:3857") }
    if try tables.step(), let other = try tables.text(0) {
      throw refusal("a GeoPackage with more than one table of tiles: \(name), \(other)")
    }
    isTable = try DatabaseInspection.isTable(name, in: connection)

    let rows = try connection.prepare(
      """
      SELECT zoom_level, matrix_width, matrix_height, tile_width, pixel_x_size,
          tile_height * pixel_y_size
        FROM gpkg_tile_matrix WHERE table_name = ? ORDER BY zoom_level
      """)
    rows.bind(name)
    var levels: [Level] = []
    while try rows.step() {
      guard let stored = rows.integer(0), let width = rows.integer(1),
        let height = rows.integer(2), let side = rows.integer(3), let size = rows.real(4),
        let down = rows.real(5),
        let level = Level(
          stored: stored, width: width, height: height, tileWidth: side, sampleSpan: size,
          tileSpanDown: down, extent: extent)
      else {
        throw refusal(
          "a GeoPackage with tiles of another grid than that of web maps"
            + " (zoom_level \(rows.kind(0)), \(rows.kind(4)) metres a pixel)")
      }
      levels.append(level)
    }
    self.levels = levels
  }

  private static func box(_ row: SQLiteStatement, from column: Int32) -> MercatorBounds? {
    guard let west = row.real(column), let south = row.real(column + 1),
      let east = row.real(column + 2), let north = row.real(column + 3), west < east, south < north
    else { return nil }
    return MercatorBounds(minX: west, minY: south, maxX: east, maxY: north)
  }

  var layout: DatabaseLayout {
    let byStored = Dictionary(
      levels.map { ($0.stored, $0) }, uniquingKeysWith: { first, _ in first })
    let byZoom = Dictionary(levels.map { ($0.zoom, $0) }, uniquingKeysWith: { first, _ in first })
    var layout = DatabaseLayout(
      table: name, format: "geopackage", tile: { byStored[$0]?.tile($1, $2) },
      address: { tile in
        guard let level = byZoom[tile.zoom] else { return nil }
        let (column, row) = (tile.x - level.column, tile.y - level.row)
        guard level.tile(column, row) != nil else { return nil }
        return DatabaseLayout.Address(zoom: level.stored, column: column, row: row)
      })
    if isTable {
      layout.images = (
        "SELECT tile_data, rowid FROM \(layout.quoted)"
          + " WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
        "SELECT tile_data FROM \(layout.quoted) WHERE rowid = ?"
      )
    }
    return layout
  }
}

extension GeoPackageTable.Level {
  /// Takes spans in metres; `nil` off the Web Mercator grid by more than a ten-thousandth of a tile.
  fileprivate init?(
    stored: Int, width: Int, height: Int, tileWidth: Int, sampleSpan: Double,
    tileSpanDown: Double, extent: MercatorBounds
  ) {
    let tolerance = 1e-4
    let tileSpan = Double(tileWidth) * sampleSpan
    let zoom = log2(WebMercator.extent / tileSpan).rounded()
    guard tileSpan > 0, zoom >= 0, zoom <= Double(TileCoordinate.maximumZoom) else { return nil }
    let side = WebMercator.extent / exp2(zoom)
    let column = (extent.minX + WebMercator.halfExtent) / side
    let row = (WebMercator.halfExtent - extent.maxY) / side
    let worldSide = 1 << Int(zoom)
    guard abs(tileSpan / side - 1) * Double(max(width, height, 1)) < tolerance,
      abs(tileSpanDown / side - 1) * Double(max(width, height, 1)) < tolerance,
      abs(column - column.rounded()) < tolerance, abs(row - row.rounded()) < tolerance,
      (0...Double(worldSide)).contains(column.rounded()),
      (0...Double(worldSide)).contains(row.rounded()), width > 0, height > 0
    else { return nil }
    self.init(
      stored: stored, zoom: Int(zoom), column: Int(column.rounded()), row: Int(row.rounded()),
      width: width, height: height, tileWidth: tileWidth)
  }
}
