import LayerDocuments
import TileModel

/// Opens MBTiles files of any schema, through their `tiles` and `metadata` tables or views.
package enum MBTilesReader {
  package static func open(
    path: String, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) -> DatabaseReader {
    let bounds = try DatabaseBounds(path: path)
    let connection = try SQLiteConnection.store(at: path, bounds: bounds, isCancelled: isCancelled)
    let metadata = try metadata(in: connection, bounds: bounds)
    return try DatabaseReader(
      connection, .mbtiles(try DatabaseLayout.imagesOfMBTiles(in: connection)), bounds: bounds,
      format: metadata.first { $0.name == "format" }.flatMap { TileFormat(stated: $0.value) },
      definition: metadata.first { $0.name == MBTilesMetadata.layerRow }.map {
        MBTilesMetadata.definition($0.value, in: path)
      }, metadata: metadata)
  }

  static func checkOwnership(of path: String) throws(TileStorageError) {
    try SQLiteConnection.checkOwnership(of: path) { (connection, bounds) throws(TileStorageError) in
      guard
        let row = try metadata(in: connection, bounds: bounds).first(where: {
          $0.name == MBTilesMetadata.layerRow
        }), LayerDefinitionDocument.carriesMark(Array(row.value.utf8))
      else { return "a database without our metadata row" }
      return nil
    }
  }

  private static func metadata(
    in connection: SQLiteConnection, bounds: DatabaseBounds
  ) throws(TileStorageError) -> [MetadataEntry] {
    try metadataRows(in: connection, bounds: bounds).compactMap { row in
      row.name.map { MetadataEntry(name: $0, value: row.value ?? "") }
    }
  }

  static func metadataRows(
    in connection: SQLiteConnection, bounds: DatabaseBounds
  ) throws(TileStorageError) -> [StoredMetadataRow] {
    let select = try connection.prepare("SELECT name, value FROM metadata LIMIT 10000")
    connection.allowScan()
    var rows: [StoredMetadataRow] = []
    var byteCount = 0
    while try select.step() {
      let row = StoredMetadataRow(name: try select.text(0), value: try select.text(1))
      byteCount += (row.name?.utf8.count ?? 0) + (row.value?.utf8.count ?? 0)
      guard byteCount <= bounds.valueByteCount else {
        throw bounds.tooMuchMetadata(path: connection.path)
      }
      rows.append(row)
    }
    return rows
  }
}

extension DatabaseLayout {
  /// Blobs of MBTiles by their own numbers where these are shared, otherwise by rows.
  static func imagesOfMBTiles(in connection: SQLiteConnection) throws(TileStorageError) -> Images? {
    if try DatabaseInspection.columns(of: "tiles_data", in: connection)
      .isSuperset(of: ["tile_data_id", "tile_data"]),
      try DatabaseInspection.columns(of: "tiles_shallow", in: connection)
        .isSuperset(of: ["zoom_level", "tile_column", "tile_row", "tile_data_id"])
    {
      return (
        """
        SELECT tile_data, tiles_data.tile_data_id
          FROM tiles_shallow JOIN tiles_data
            ON tiles_shallow.tile_data_id = tiles_data.tile_data_id
          WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
        """, "SELECT tile_data FROM tiles_data WHERE tile_data_id = ?"
      )
    }
    guard try DatabaseInspection.isTable("tiles", in: connection),
      try DatabaseInspection.canRead(connection, "SELECT max(rowid) FROM tiles")
    else { return nil }
    return (
      """
      SELECT tile_data, rowid FROM tiles
        WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
      """, "SELECT tile_data FROM tiles WHERE rowid = ?"
    )
  }

  static func mbtiles(_ images: Images? = nil) -> DatabaseLayout {
    DatabaseLayout(
      table: "tiles", images: images, format: "mbtiles",
      tile: { zoom, column, row in
        // A row beyond any grid could overflow when counted from the other side.
        (0..<(1 << TileCoordinate.maximumZoom)).contains(row)
          ? TileCoordinate(zoom: zoom, x: column, tmsRow: row) : nil
      },
      address: { Address(zoom: $0.zoom, column: $0.x, row: $0.tmsRow) })
  }
}
