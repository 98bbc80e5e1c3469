package import TileModel

/// How tiles are stored in the databases of a format: in a table or view with columns for three numbers and bytes.
struct DatabaseLayout: Sendable {
  /// The name of the table or view.
  let table: String
  /// The statement that gives an image and its number by zoom, column and row; `nil` where images have no
  /// number.
  var imageQuery: String?
  /// The name of the format, by which images are found by their number.
  let format: String
  var columns = (zoom: "zoom_level", column: "tile_column", row: "tile_row", data: "tile_data")
  /// Whether several rows may have the same three numbers, of which any is taken.
  var repeatsAddresses = false
  /// The tile that three stored numbers name; `nil` for numbers that name none.
  let tile: @Sendable (_ zoom: Int, _ column: Int, _ row: Int) -> TileCoordinate?
  /// The three numbers that name a tile; `nil` for a tile that the database cannot hold.
  let address: @Sendable (TileCoordinate) -> Address?

  struct Address: Hashable, Sendable {
    let zoom: Int
    let column: Int
    let row: Int
  }

  /// The columns of the three numbers in a statement.
  var numbers: String { "\(columns.zoom), \(columns.column), \(columns.row)" }

  /// The statement that gives an image by its three numbers.
  var tileQuery: String {
    "SELECT \(columns.data) FROM \(quoted)"
      + " WHERE \(columns.zoom) = ? AND \(columns.column) = ? AND \(columns.row) = ?"
  }

  /// The name of the table or view in a statement.
  var quoted: String {
    let parts = table.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"\""))\""
  }
}

/// Reads the tiles of a database, none of which is trusted; for any number of threads, one at a time.
///
/// The file is opened read-only and never changed, nor is any file made beside it. Lengths and work are
/// bounded, and what is not an address or a tile is an error.
///
/// SAFETY: the connection and its statements are used under the lock, and by nothing else.
package final class DatabaseReader: LockingTileReader, MixedTileReader, @unchecked Sendable {
  /// The format, as stated or else by the first tile.
  package let format: TileFormat?
  package let definition: LayerDefinition?
  package let definitionFault: TileStorageError?
  package let metadata: [MetadataEntry]
  private let path: String
  private let layout: DatabaseLayout
  private let bounds: DatabaseBounds
  private let access = Guarded(())
  private let connection: SQLiteConnection
  private let select: SQLiteStatement
  /// The image of a tile and its number.
  private let selectImage: SQLiteStatement?

  /// Takes an open database, which nothing else uses from here on.
  init(
    _ connection: SQLiteConnection, _ layout: DatabaseLayout, bounds: DatabaseBounds,
    format: TileFormat?, definition: FoundDefinition?, metadata: [MetadataEntry]
  ) throws(TileStorageError) {
    path = connection.path
    self.layout = layout
    self.bounds = bounds
    self.connection = connection
    let reading = DefinitionReading(definition)
    (self.definition, definitionFault) = (reading.document?.definition, reading.fault)
    self.metadata = metadata
    select = try connection.prepare(layout.tileQuery)
    selectImage =
      if let query = layout.imageQuery { try connection.prepare(query) } else { nil }
    self.format =
      if let format = self.definition?.format ?? format { format } else {
        try Self.firstFormat(in: connection, layout)
      }
  }

  /// Begins one transaction for all that is read, so that the file is not locked and looked at for each tile.
  package func lock() throws(TileStorageError) {
    try access.withLock { _ throws(TileStorageError) in try connection.execute("BEGIN") }
  }

  /// Ends the transaction, if one was begun.
  package func unlock() {
    access.withLock { _ in
      do throws(TileStorageError) {
        try connection.execute("COMMIT")
      } catch {
        // Nothing was written, so nothing is lost.
      }
    }
  }

  /// The encoded tile at an address, or `nil` when there is no row for it.
  package func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    try row(at: coordinate, withNumber: false)?.bytes
  }

  /// The encoded tile at an address, with where its image is, where that has a number.
  package func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    try row(at: coordinate, withNumber: true).map { row in
      row.number.map {
        TileFile(
          row.bytes, origin: .image(number: $0, TileFile.Holder(path: path, format: layout.format)))
      } ?? TileFile(row.bytes)
    }
  }

  /// The format of the first tile, by its bytes.
  private static func firstFormat(
    in connection: SQLiteConnection, _ layout: DatabaseLayout
  ) throws(TileStorageError) -> TileFormat? {
    let first = try connection.prepare(
      "SELECT \(layout.columns.data) FROM \(layout.quoted) LIMIT 1")
    guard try first.step() else { return nil }
    return try first.withBlob(0) { $0.flatMap { TileFormat(signatureOf: Array($0.prefix(16))) } }
  }

  /// The address of every row, sorted.
  package func coordinates() throws(TileStorageError) -> [TileCoordinate] {
    var found: [TileCoordinate] = []
    try forEachRow { tile, _ in found.append(tile) }
    found.sort()
    guard layout.repeatsAddresses else { return found }
    return found.indices.filter { $0 == 0 || found[$0 - 1] != found[$0] }.map { found[$0] }
  }

  package func formatCoverage() throws(TileStorageError) -> [TileFormat: TileCoverage] {
    guard StoreFormat(rawValue: layout.format)?.holdsMixedFormats ?? false else { return [:] }
    var tiles: [TileFormat: TileCoverage.Builder] = [:]
    try forEachRow(selecting: layout.columns.data) { (tile, row) throws(TileStorageError) in
      let format = try row.withBlob(3) {
        $0.flatMap { TileFormat(signatureOf: Array($0.prefix(16))) }
      }
      if let format { tiles[format, default: TileCoverage.Builder()].insert(tile) }
    }
    return tiles.mapValues(\.coverage)
  }

  /// Visits every row with an address, and perhaps a further column.
  private func forEachRow(
    selecting column: String = "NULL",
    _ body: (TileCoordinate, SQLiteStatement) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    try access.withLock { _ throws(TileStorageError) in
      let rows = try connection.prepare(
        "SELECT \(layout.numbers), \(column) FROM \(layout.quoted)")
      connection.allowScan()
      var count = 0
      while try rows.step() {
        guard let zoom = rows.integer(0), let column = rows.integer(1), let row = rows.integer(2),
          let tile = layout.tile(zoom, column, row)
        else {
          throw .corrupt(
            path: path, location: "an address in \(layout.table)",
            found: (0..<3).map { rows.kind($0) }.joined(separator: ", "),
            expected: "zoom 0 to 30, column and row below 2^zoom")
        }
        guard count < bounds.rowCount else { throw bounds.tooManyRows(path: path) }
        count += 1
        try body(tile, rows)
      }
    }
  }

  /// A tile, and the number of its image where there is one.
  private func row(
    at coordinate: TileCoordinate, withNumber: Bool
  ) throws(TileStorageError) -> (bytes: [UInt8], number: Int?)? {
    guard let address = layout.address(coordinate) else { return nil }
    return try access.withLock { _ throws(TileStorageError) in
      let select = withNumber ? selectImage ?? self.select : self.select
      select.bind(address.zoom, at: 1)
      select.bind(address.column, at: 2)
      select.bind(address.row, at: 3)
      defer { select.reset() }
      guard try select.step() else { return nil }
      guard let bytes = try select.withBlob(0, { $0.map { Array($0) } }) else {
        throw .corrupt(
          path: path, location: "tile \(coordinate)", found: "\(select.kind(0)) as tile_data",
          expected: "a blob")
      }
      return (bytes, select.columnCount > 1 ? select.integer(1) : nil)
    }
  }
}
