import TileModel

/// Readable contents of an MBTiles file.
struct MBTilesInspection: Sendable {
  private(set) var database: DatabaseInspection
  var path: String { database.path }
  private(set) var hasUniqueKey = false
  private(set) var rows: [StoredMetadataRow] = []
  private(set) var orphanImages = 0
  private(set) var danglingAddresses = 0
  private(set) var hasSharedImages = false
  private(set) var otherHash: (stated: String, found: String)?

  init(
    path: String, scratch: String, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    let (database, opened) = try DatabaseInspection.open(path, isCancelled: isCancelled)
    self.database = database
    guard let connection = opened else { return }
    var isTable = false
    do throws(TileStorageError) {
      isTable = try inspectSchema(connection)
    } catch {
      if !error.isFinding { throw error }
      self.database.readFault = self.database.readFault ?? error
      return
    }
    try inspectSharing(connection)
    if !lacksMetadata {
      try attempt { (inspection) throws(TileStorageError) in
        inspection.rows = try MBTilesReader.metadataRows(
          in: connection, bounds: try DatabaseBounds(path: path))
      }
    }
    if self.database.schemaFaults.contains(where: { $0.contains("tiles") }) { return }
    try self.database.readTiles(connection, .mbtiles(), isTable: isTable, scratch: scratch)
    try attempt { (inspection) throws(TileStorageError) in try inspection.compareHash(connection) }
  }

  private mutating func attempt(
    _ step: (inout MBTilesInspection) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    do throws(TileStorageError) {
      try step(&self)
    } catch {
      if !error.isFinding { throw error }
      database.readFault = database.readFault ?? error
    }
  }

  private mutating func inspectSchema(
    _ connection: SQLiteConnection
  ) throws(TileStorageError) -> Bool {
    try database.require(
      [
        ("metadata", ["name", "value"]),
        ("tiles", ["zoom_level", "tile_column", "tile_row", "tile_data"]),
      ], in: connection)
    for table in ["tiles", "map", "tiles_shallow", "tiles_with_hash"] where !hasUniqueKey {
      hasUniqueKey = try DatabaseInspection.hasUniqueAddress(table, in: connection)
    }
    return try DatabaseInspection.isTable("tiles", in: connection)
  }

  private mutating func compareHash(_ connection: SQLiteConnection) throws(TileStorageError) {
    guard let stated = rows.first(where: { $0.name == AggregateHash.row })?.value,
      database.readFault == nil, database.misaddressed.count == 0
    else { return }
    let hash = AggregateHash()
    let tiles = try connection.prepare(
      """
      SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles
        ORDER BY zoom_level, tile_column, tile_row
      """)
    connection.allowScan()
    while try tiles.step() {
      guard let zoom = tiles.integer(0), let x = tiles.integer(1), let row = tiles.integer(2),
        let tile = TileCoordinate(zoom: zoom, x: x, tmsRow: row)
      else { return }
      try tiles.withBlob(3) { hash.add(tile, $0 ?? UnsafeRawBufferPointer(start: nil, count: 0)) }
    }
    let found = hash.finish()
    if stated.uppercased() != found { otherHash = (stated, found) }
  }

  private mutating func inspectSharing(_ connection: SQLiteConnection) throws(TileStorageError) {
    for (addresses, images, key) in [
      ("map", "images", "tile_id"), ("tiles_shallow", "tiles_data", "tile_data_id"),
    ] {
      try attempt { (inspection) throws(TileStorageError) in
        guard try DatabaseInspection.columns(of: addresses, in: connection).contains(key),
          try DatabaseInspection.columns(of: images, in: connection).contains(key)
        else { return }
        inspection.hasSharedImages = true
        let orphans = try connection.prepare(
          """
          SELECT count(*) FROM \(images) WHERE \(key) IS NULL OR \(key) NOT IN
            (SELECT \(key) FROM \(addresses) WHERE \(key) IS NOT NULL)
          """)
        connection.allowScan()
        if try orphans.step() { inspection.orphanImages += orphans.integer(0) ?? 0 }
        let dangling = try connection.prepare(
          """
          SELECT count(*) FROM \(addresses) WHERE \(key) IS NOT NULL AND \(key) NOT IN
            (SELECT \(key) FROM \(images) WHERE \(key) IS NOT NULL)
          """)
        connection.allowScan()
        if try dangling.step() { inspection.danglingAddresses += dangling.integer(0) ?? 0 }
      }
    }
  }

  var lacksMetadata: Bool { database.schemaFaults.contains { $0.contains("metadata") } }
}
