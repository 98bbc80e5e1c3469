import TileModel

/// What an MBTiles file holds, read as far as it can be read.
struct MBTilesInspection: Sendable {
  /// The tiles, and what SQLite says of the file.
  private(set) var database: DatabaseInspection
  var path: String { database.path }
  /// Whether the three numbers of an address are a unique key of the table that holds them.
  private(set) var hasUniqueKey = false
  private(set) var rows: [StoredMetadataRow] = []
  /// Images that no address shows.
  private(set) var orphanImages = 0
  /// Addresses of which the image is missing.
  private(set) var danglingAddresses = 0
  private(set) var hasSharedImages = false
  /// The checksum of all tiles, where one is stated and the tiles have another.
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
          in: connection, bounds: try DatabaseBounds(path: path)
        ).map { StoredMetadataRow(name: $0.name, value: $0.value) }
      }
    }
    if self.database.schemaFaults.contains(where: { $0.contains("tiles") }) { return }
    try self.database.readTiles(
      connection, .mbtiles(), isTable: isTable, scratch: scratch)
    try attempt { (inspection) throws(TileStorageError) in try inspection.compareHash(connection) }
  }

  /// Keeps the error of a step, the first of all, when it says something of the file.
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

  /// Says which tables and columns that a reader needs are missing; returns whether tiles are in a table.
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

  /// Compares the checksum that is stated with that of the tiles.
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

  /// Compares the two tables of a file that stores equal images once.
  private mutating func inspectSharing(
    _ connection: SQLiteConnection
  ) throws(TileStorageError) {
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

  /// Whether the table or view of metadata, or a column of it, is missing.
  var lacksMetadata: Bool { database.schemaFaults.contains { $0.contains("metadata") } }
}
