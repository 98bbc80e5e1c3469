import TileModel

/// What an MBTiles file holds, read as far as it can be read.
struct MBTilesInspection: Sendable {
  /// The path of the file.
  let path: String
  /// What SQLite finds wrong with the file; empty when it is sound.
  private(set) var integrityFaults: [String] = []
  /// The `application_id` of the header.
  private(set) var applicationID = 0
  /// Whether the file was left in write-ahead mode, in which readers want to make files beside it.
  private(set) var usesWriteAheadLog = false
  /// What the specification asks of the schema and the file lacks.
  private(set) var schemaFaults: [String] = []
  /// Whether the three numbers of an address are a unique key of the table that holds them.
  private(set) var hasUniqueKey = false
  /// The rows of `metadata`, as stored.
  private(set) var rows: [StoredMetadataRow] = []
  /// The rows of `tiles` with an address that exists.
  package private(set) var tiles = TileIndex.empty
  /// Rows of `tiles` with something else for an address.
  private(set) var misaddressed = InspectedOddities()
  /// Rows of `tiles` with something else than a blob for a tile.
  private(set) var notBlobs = InspectedOddities()
  /// Images that no address shows.
  private(set) var orphanImages = 0
  /// Addresses of which the image is missing.
  private(set) var danglingAddresses = 0
  /// Why the rows could not be read to the end.
  private(set) var readFault: TileStorageError?
  private var tableHasRowIDs = false
  private(set) var hasSharedImages = false
  private let bounds: MBTilesBounds
  private let isCancelled: (@Sendable () -> Bool)?

  init(
    path: String, scratch: String, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    self.path = path
    self.isCancelled = isCancelled
    bounds = try MBTilesBounds(path: path)
    let head = try FileSystem.read(path, upTo: 100)
    usesWriteAheadLog =
      head.count > SQLiteHeader.readVersionOffset && head[SQLiteHeader.readVersionOffset] == 2
    let connection: SQLiteConnection
    do throws(TileStorageError) {
      connection = try MBTilesReader.open(path, bounds: bounds, isCancelled: isCancelled)
    } catch {
      // A named pipe where SQLite looks for its log says nothing of the tiles.
      if case .notAFile = error { throw error }
      integrityFaults.append(try Self.fault(error))
      return
    }
    guard try inspectIntegrity(connection), try inspectSchema(connection) else { return }
    try inspectSharing(connection)
    try attempt { (inspection) throws(TileStorageError) in
      try inspection.readMetadata(connection)
    }
    var builder = TileIndexBuilder(scratch: scratch)
    try attempt { (inspection) throws(TileStorageError) in
      try inspection.readTiles(connection, &builder)
    }
    tiles = try builder.finish()
  }

  package func makeReader() throws(TileStorageError) -> any StoredTileReader {
    try MBTilesRows(path, bounds, byRow: tableHasRowIDs, isCancelled: isCancelled)
  }

  /// What an error says of the file.
  ///
  /// - Throws: An error that says nothing of it: a file that cannot be read, that another process holds,
  ///   or that was not read to the end.
  private static func fault(_ error: TileStorageError) throws(TileStorageError) -> String {
    if !error.isFinding { throw error }
    return error.report.found ?? error.report.what
  }

  /// Keeps the error of a step, the first of all, when it says something of the file.
  private mutating func attempt(
    _ step: (inout MBTilesInspection) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    do throws(TileStorageError) {
      try step(&self)
    } catch {
      if !error.isFinding { throw error }
      readFault = readFault ?? error
    }
  }

  /// Runs SQLite's own check; returns whether anything can be read at all.
  private mutating func inspectIntegrity(
    _ connection: SQLiteConnection
  ) throws(TileStorageError) -> Bool {
    do throws(TileStorageError) {
      let identifier = try connection.prepare("PRAGMA application_id")
      if try identifier.step() { applicationID = identifier.integer(0) ?? 0 }
      let check = try connection.prepare("PRAGMA integrity_check(100)")
      connection.allowScan()
      while try check.step() {
        let message = try check.text(0) ?? "an answer that is no text"
        if message != "ok" { integrityFaults.append(message) }
      }
      // Pages that the disk cannot read are among what the check calls damaged.
      if !integrityFaults.isEmpty, let failure = connection.readFailure { throw failure }
      return true
    } catch {
      integrityFaults.append(try Self.fault(error))
      // Pages that are sound may still be readable.
      if applicationID != 0 { return true }
      return try canRead(connection, "SELECT count(*) FROM sqlite_master")
    }
  }

  private func canRead(
    _ connection: SQLiteConnection, _ sql: String
  ) throws(TileStorageError) -> Bool {
    do throws(TileStorageError) {
      return try connection.prepare(sql).step()
    } catch {
      if !error.isFinding { throw error }
      return false
    }
  }

  /// Whether the tables that a reader needs are there; says which parts are not.
  private mutating func inspectSchema(
    _ connection: SQLiteConnection
  ) throws(TileStorageError) -> Bool {
    let needed = [
      ("metadata", ["name", "value"]),
      ("tiles", ["zoom_level", "tile_column", "tile_row", "tile_data"]),
    ]
    do throws(TileStorageError) {
      for (table, columns) in needed {
        let found = try Self.columns(of: table, in: connection)
        if found.isEmpty {
          schemaFaults.append("no table or view \(table)")
          continue
        }
        for column in columns where !found.contains(column) {
          schemaFaults.append("\(table) has no column \(column)")
        }
      }
      let kind = try connection.prepare("SELECT type FROM sqlite_master WHERE name = 'tiles'")
      if try kind.step(), try kind.text(0) == "table" {
        tableHasRowIDs = try canRead(connection, "SELECT max(rowid) FROM tiles")
      }
      for table in ["tiles", "map", "tiles_shallow", "tiles_with_hash"] where !hasUniqueKey {
        hasUniqueKey = try Self.hasUniqueAddress(table, in: connection)
      }
    } catch {
      if !error.isFinding { throw error }
      readFault = readFault ?? error
      return false
    }
    return true
  }

  private static func columns(
    of table: String, in connection: SQLiteConnection
  ) throws(TileStorageError) -> Set<String> {
    let rows = try connection.prepare("PRAGMA table_info(\(table))")
    var names: Set<String> = []
    while try rows.step() { if let name = try rows.text(1) { names.insert(name.lowercased()) } }
    return names
  }

  private static func hasUniqueAddress(
    _ table: String, in connection: SQLiteConnection
  ) throws(TileStorageError) -> Bool {
    let indexes = try connection.prepare(
      "SELECT name FROM pragma_index_list('\(table)') WHERE \"unique\" = 1 AND partial = 0")
    while try indexes.step() {
      guard let index = try indexes.text(0) else { continue }
      let members = try connection.prepare("SELECT name FROM pragma_index_info(?)")
      members.bind(index, at: 1)
      var names: Set<String> = []
      while try members.step() { names.insert(try members.text(0)?.lowercased() ?? "") }
      if names == ["zoom_level", "tile_column", "tile_row"] { return true }
    }
    return false
  }

  /// Compares the two tables of a file that stores equal images once.
  private mutating func inspectSharing(
    _ connection: SQLiteConnection
  ) throws(TileStorageError) {
    for (addresses, images, key) in [
      ("map", "images", "tile_id"), ("tiles_shallow", "tiles_data", "tile_data_id"),
    ] {
      try attempt { (inspection) throws(TileStorageError) in
        guard try Self.columns(of: addresses, in: connection).contains(key),
          try Self.columns(of: images, in: connection).contains(key)
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
  var lacksMetadata: Bool { schemaFaults.contains { $0.contains("metadata") } }

  private mutating func readMetadata(_ connection: SQLiteConnection) throws(TileStorageError) {
    if lacksMetadata { return }
    rows = try MBTilesReader.metadataRows(in: connection, bounds: bounds).map {
      StoredMetadataRow(name: $0.name, value: $0.value)
    }
  }

  private mutating func readTiles(
    _ connection: SQLiteConnection, _ builder: inout TileIndexBuilder
  ) throws(TileStorageError) {
    guard !schemaFaults.contains(where: { $0.contains("tiles") }) else { return }
    let rows = try connection.prepare(
      """
      SELECT zoom_level, tile_column, tile_row, typeof(tile_data)\(tableHasRowIDs ? ", rowid" : "")
        FROM tiles
      """)
    connection.allowScan()
    var count = 0
    while try rows.step() {
      count += 1
      guard count <= bounds.rowCount else { throw bounds.tooManyRows(path: path) }
      guard let zoom = rows.integer(0), let x = rows.integer(1), let row = rows.integer(2),
        (0..<(1 << TileCoordinate.maximumZoom)).contains(row),
        let tile = TileCoordinate(zoom: zoom, x: x, tmsRow: row)
      else {
        misaddressed.note(
          "zoom_level \(rows.kind(0)), tile_column \(rows.kind(1)), tile_row \(rows.kind(2))")
        continue
      }
      let type = try rows.text(3)
      guard type == "blob" else {
        notBlobs.note("tile \(tile): \(type ?? "nothing")")
        continue
      }
      try builder.append(StoredTile(tile, locator: tableHasRowIDs ? rows.integer(4) ?? -1 : -1))
    }
  }
}

/// Reads the rows of a database.
private final class MBTilesRows: StoredTileReader {
  private let path: String
  private let bounds: MBTilesBounds
  private let select: SQLiteStatement
  private let byRow: Bool
  private var byteCount = 0

  init(
    _ path: String, _ bounds: MBTilesBounds, byRow: Bool, isCancelled: (@Sendable () -> Bool)?
  ) throws(TileStorageError) {
    self.path = path
    self.bounds = bounds
    self.byRow = byRow
    let connection = try MBTilesReader.open(path, bounds: bounds, isCancelled: isCancelled)
    select = try connection.prepare(
      "SELECT tile_data FROM tiles WHERE "
        + (byRow ? "rowid = ?" : "zoom_level = ? AND tile_column = ? AND tile_row = ?"))
  }

  func bytes(of tile: StoredTile) throws(TileStorageError) -> [UInt8]? {
    if byRow {
      select.bind(tile.locator, at: 1)
    } else {
      select.bind(tile.coordinate.zoom, at: 1)
      select.bind(tile.coordinate.x, at: 2)
      select.bind(tile.coordinate.tmsRow, at: 3)
    }
    defer { select.reset() }
    guard try select.step() else { return nil }
    guard let bytes = try select.withBlob(0, { $0.map { Array($0) } }) else { return nil }
    byteCount += bytes.count
    guard byteCount <= bounds.tileByteCount else { throw bounds.tooManyBytes(path: path) }
    return bytes
  }
}
