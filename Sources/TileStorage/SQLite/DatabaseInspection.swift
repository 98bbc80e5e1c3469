import TileModel

/// Readable tiles of a database, and SQLite's findings about the file.
struct DatabaseInspection: Sendable {
  let path: String
  private(set) var integrityFaults: [String] = []
  private(set) var applicationID = 0
  /// True for write-ahead mode, in which readers create files beside the database.
  private(set) var usesWriteAheadLog = false
  var schemaFaults: [String] = []
  private(set) var tiles = TileIndex.empty
  private(set) var misaddressed = InspectedOddities()
  private(set) var notBlobs = InspectedOddities()
  var readFault: TileStorageError?
  private var hasRowIDs = false
  private var layout: DatabaseLayout?
  private let bounds: DatabaseBounds
  private let isCancelled: (@Sendable () -> Bool)?

  /// Opens a database and runs SQLite's check.
  static func open(
    _ path: String, isCancelled: (@Sendable () -> Bool)?
  ) throws(TileStorageError) -> (DatabaseInspection, SQLiteConnection?) {
    var inspection = DatabaseInspection(
      path: path, bounds: try DatabaseBounds(path: path), isCancelled: isCancelled)
    let head = try FileSystem.read(path, upTo: 100)
    inspection.usesWriteAheadLog =
      head.count > SQLiteHeader.readVersionOffset && head[SQLiteHeader.readVersionOffset] == 2
    do throws(TileStorageError) {
      let connection = try SQLiteConnection.store(
        at: path, bounds: inspection.bounds, isCancelled: isCancelled)
      let isReadable = try inspection.inspectIntegrity(connection)
      return (inspection, isReadable ? connection : nil)
    } catch {
      // A named pipe where SQLite looks for its log says nothing of the tiles.
      if case .notAFile = error { throw error }
      inspection.integrityFaults.append(try Self.fault(error))
      return (inspection, nil)
    }
  }

  private init(path: String, bounds: DatabaseBounds, isCancelled: (@Sendable () -> Bool)?) {
    self.path = path
    self.bounds = bounds
    self.isCancelled = isCancelled
  }

  private static func fault(_ error: TileStorageError) throws(TileStorageError) -> String {
    if !error.isFinding { throw error }
    return error.report.found ?? error.report.what
  }

  mutating func attempt(
    _ step: (inout DatabaseInspection) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    do throws(TileStorageError) {
      try step(&self)
    } catch {
      if !error.isFinding { throw error }
      readFault = readFault ?? error
    }
  }

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
      return try Self.canRead(connection, "SELECT count(*) FROM sqlite_master")
    }
  }

  static func canRead(
    _ connection: SQLiteConnection, _ sql: String
  ) throws(TileStorageError) -> Bool {
    do throws(TileStorageError) {
      return try connection.prepare(sql).step()
    } catch {
      if !error.isFinding { throw error }
      return false
    }
  }

  mutating func require(
    _ needed: [(table: String, columns: [String])], in connection: SQLiteConnection
  ) throws(TileStorageError) {
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
  }

  static func isTable(_ name: String, in connection: SQLiteConnection) throws(TileStorageError)
    -> Bool
  {
    let kind = try connection.prepare("SELECT type FROM sqlite_master WHERE name = ?")
    kind.bind(name)
    guard try kind.step() else { return false }
    return try kind.text(0) == "table"
  }

  static func columns(
    of table: String, in connection: SQLiteConnection
  ) throws(TileStorageError) -> Set<String> {
    let rows = try connection.prepare("SELECT name FROM pragma_table_info(?)")
    rows.bind(table)
    var names: Set<String> = []
    while try rows.step() { if let name = try rows.text(0) { names.insert(name.lowercased()) } }
    return names
  }

  static func hasUniqueAddress(
    _ table: String, in connection: SQLiteConnection
  ) throws(TileStorageError) -> Bool {
    let indexes = try connection.prepare(
      "SELECT name FROM pragma_index_list(?) WHERE \"unique\" = 1 AND partial = 0")
    indexes.bind(table)
    while try indexes.step() {
      guard let index = try indexes.text(0) else { continue }
      let members = try connection.prepare("SELECT name FROM pragma_index_info(?)")
      members.bind(index)
      var names: Set<String> = []
      while try members.step() { names.insert(try members.text(0)?.lowercased() ?? "") }
      if names == ["zoom_level", "tile_column", "tile_row"] { return true }
    }
    return false
  }

  mutating func readTiles(
    _ connection: SQLiteConnection, _ layout: DatabaseLayout, isTable: Bool, scratch: String
  ) throws(TileStorageError) {
    self.layout = layout
    if isTable {
      hasRowIDs = try Self.canRead(connection, "SELECT max(rowid) FROM \(layout.quoted)")
    }
    var builder = TileIndexBuilder(scratch: scratch)
    try attempt { (inspection) throws(TileStorageError) in
      try inspection.readRows(connection, layout, &builder)
    }
    tiles = try builder.finish()
  }

  private mutating func readRows(
    _ connection: SQLiteConnection, _ layout: DatabaseLayout, _ builder: inout TileIndexBuilder
  ) throws(TileStorageError) {
    let rows = try connection.prepare(
      """
      SELECT \(layout.numbers), typeof(\(layout.columns.data))\(hasRowIDs ? ", rowid" : "")
        FROM \(layout.quoted)
      """)
    connection.allowScan()
    var count = 0
    while try rows.step() {
      count += 1
      guard count <= bounds.rowCount else { throw bounds.tooManyRows(path: path) }
      guard let zoom = rows.integer(0), let column = rows.integer(1), let row = rows.integer(2),
        let tile = layout.tile(zoom, column, row)
      else {
        let (zoom, column, row, _) = layout.columns
        misaddressed.note(
          "\(zoom) \(rows.kind(0)), \(column) \(rows.kind(1)), \(row) \(rows.kind(2))")
        continue
      }
      let type = try rows.text(3)
      guard type == "blob" else {
        notBlobs.note("tile \(tile): \(type ?? "nothing")")
        continue
      }
      try builder.append(StoredTile(tile, locator: hasRowIDs ? rows.integer(4) ?? -1 : -1))
    }
  }

  /// Opens the tiles for one thread.
  func makeReader() throws(TileStorageError) -> any StoredTileReader {
    guard let layout else { throw .notAStore(path: path, found: "no table of tiles") }
    return try DatabaseRows(path, bounds, layout, byRow: hasRowIDs, isCancelled: isCancelled)
  }

  func checkReadable(_ format: StoreFormat) throws(TileStorageError) {
    if let fault = readFault { throw fault }
    if let fault = integrityFaults.first ?? schemaFaults.first {
      throw .corrupt(
        path: path, location: "the database", found: fault,
        expected: "a sound \(format.title) file")
    }
    if !(layout?.repeatsAddresses ?? false) { try tiles.checkUnique(path) }
  }

  func faults(
    _ prefix: String, schema: String, applicationIDs: [(number: Int, name: String)]
  ) -> [StoreFault] {
    var faults = [
      StoreFault(
        "\(prefix).integrity", count: integrityFaults.count, examples: integrityFaults,
        at: "the file", expected: "ok from integrity_check"),
      StoreFault(
        "\(prefix).schema", count: schemaFaults.count, examples: schemaFaults,
        at: "the schema", expected: schema),
      StoreFault(
        "\(prefix).blob", count: notBlobs.count, examples: notBlobs.examples,
        at: layout?.columns.data ?? "tile_data", expected: "a blob"),
      StoreFault(
        "address.range", count: misaddressed.count, examples: misaddressed.examples,
        at: layout?.table ?? "tiles",
        expected: "zoom 0 to 30, column and row whole numbers below 2^zoom"),
    ]
    if let fault = readFault, integrityFaults.isEmpty {
      faults.append(
        StoreFault(
          "\(prefix).integrity", at: "the file", found: fault.report.found ?? fault.report.what,
          expected: "tables that can be read to the end"))
    }
    if !applicationIDs.contains(where: { $0.number == applicationID }) {
      let known = applicationIDs.map { $0.number == 0 ? "0" : "\($0.number) (\($0.name))" }
      faults.append(
        StoreFault(
          "\(prefix).application-id", at: "the header", found: "application_id \(applicationID)",
          expected: known.joined(separator: " or ")))
    }
    if usesWriteAheadLog {
      faults.append(
        StoreFault(
          "\(prefix).journal", at: "the header", found: "write-ahead mode",
          expected: "PRAGMA journal_mode = DELETE before it is shipped"))
    }
    return faults
  }
}

private final class DatabaseRows: StoredTileReader {
  private let path: String
  private let bounds: DatabaseBounds
  private let layout: DatabaseLayout
  private let select: SQLiteStatement
  private let byRow: Bool
  private var byteCount = 0

  init(
    _ path: String, _ bounds: DatabaseBounds, _ layout: DatabaseLayout, byRow: Bool,
    isCancelled: (@Sendable () -> Bool)?
  ) throws(TileStorageError) {
    self.path = path
    self.bounds = bounds
    self.layout = layout
    self.byRow = byRow
    let connection = try SQLiteConnection.store(at: path, bounds: bounds, isCancelled: isCancelled)
    select = try connection.prepare(
      byRow
        ? "SELECT \(layout.columns.data) FROM \(layout.quoted) WHERE rowid = ?"
        : layout.tileQuery)
  }

  func bytes(of tile: StoredTile) throws(TileStorageError) -> [UInt8]? {
    if byRow {
      select.bind(tile.locator)
    } else {
      guard let address = layout.address(tile.coordinate) else { return nil }
      select.bind(address.zoom, address.column, address.row)
    }
    defer { select.reset() }
    guard try select.step() else { return nil }
    guard let bytes = try select.withBlob(0, { $0.map { Array($0) } }) else { return nil }
    byteCount += bytes.count
    guard byteCount <= bounds.tileByteCount else { throw bounds.tooManyBytes(path: path) }
    return bytes
  }
}
