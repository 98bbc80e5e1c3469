import LayerDocuments
package import TileModel

/// Schema of tiles in a database: a table or view with columns for three numbers and bytes.
struct DatabaseLayout: Sendable {
  let table: String
  /// Statements from zoom, column and row to an image and its number, and from that to the image.
  typealias Images = (found: String, numbered: String)

  /// `nil` where images have no number.
  var images: Images?
  let format: String
  var columns = (zoom: "zoom_level", column: "tile_column", row: "tile_row", data: "tile_data")
  /// True if several rows may share an address; any of them is taken.
  var repeatsAddresses = false
  let tile: @Sendable (_ zoom: Int, _ column: Int, _ row: Int) -> TileCoordinate?
  let address: @Sendable (TileCoordinate) -> Address?

  struct Address: Hashable, Sendable {
    let zoom: Int
    let column: Int
    let row: Int
  }

  var numbers: String { "\(columns.zoom), \(columns.column), \(columns.row)" }

  var tileQuery: String {
    "SELECT \(columns.data) FROM \(quoted)"
      + " WHERE \(columns.zoom) = ? AND \(columns.column) = ? AND \(columns.row) = ?"
  }

  var quoted: String {
    let parts = table.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"\""))\""
  }
}

/// Reader of an untrusted database of tiles.
///
/// Thread-safe, one thread at a time. The file is opened read-only, and no file is made beside it. Lengths
/// and work are bounded. Invalid addresses and tiles are errors.
///
/// SAFETY: the connection and its statements are used under the lock, and by nothing else.
package final class DatabaseReader: MixedTileReader, @unchecked Sendable {
  /// The stated format, or else that of the first tile.
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
  private let selectImage: SQLiteStatement?

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
      if let query = layout.images?.found { try connection.prepare(query) } else { nil }
    self.format =
      if let format = self.definition?.format ?? format { format } else {
        try Self.firstFormat(in: connection, layout)
      }
  }

  /// Begins one transaction for all reads, which saves a lock and a check for each tile.
  package func lock() throws(TileStorageError) {
    try access.withLock { _ throws(TileStorageError) in try connection.execute("BEGIN") }
  }

  package func unlock() {
    access.withLock { _ in
      do throws(TileStorageError) {
        try connection.execute("COMMIT")
      } catch {
        // Nothing was written, so nothing is lost.
      }
    }
  }

  package func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    try row(at: coordinate, withNumber: false)?.bytes
  }

  package func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    try row(at: coordinate, withNumber: true).map { row in
      row.number.map {
        TileFile(
          row.bytes,
          origin: .image(number: $0, TileFile.Holder(path: path, query: layout.images?.numbered)))
      } ?? TileFile(row.bytes)
    }
  }

  private static func firstFormat(
    in connection: SQLiteConnection, _ layout: DatabaseLayout
  ) throws(TileStorageError) -> TileFormat? {
    let first = try connection.prepare(
      "SELECT \(layout.columns.data) FROM \(layout.quoted) LIMIT 1")
    guard try first.step() else { return nil }
    return try first.withBlob(0) { $0.flatMap { TileFormat(signatureOf: Array($0.prefix(16))) } }
  }

  package func coordinates() throws(TileStorageError) -> [TileCoordinate] {
    var found: [TileCoordinate] = []
    try forEachRow { tile, _ in found.append(tile) }
    found.sort()
    guard layout.repeatsAddresses else {
      let repeated = zip(found, found.dropFirst()).first { $0 == $1 }?.0
      if let repeated { throw .repeated(repeated, path: path) }
      return found
    }
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

  private func forEachRow(
    selecting column: String = "NULL",
    _ body: (TileCoordinate, SQLiteStatement) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    try access.withLock { _ throws(TileStorageError) in
      let rows = try connection.prepare("SELECT \(layout.numbers), \(column) FROM \(layout.quoted)")
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

  private func row(
    at coordinate: TileCoordinate, withNumber: Bool
  ) throws(TileStorageError) -> (bytes: [UInt8], number: Int?)? {
    guard let address = layout.address(coordinate) else { return nil }
    return try access.withLock { _ throws(TileStorageError) in
      let select = withNumber ? selectImage ?? self.select : self.select
      select.bind(address.zoom, address.column, address.row)
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
