public import TileModel

/// Reads an MBTiles file of any schema, through its `tiles` and `metadata` tables or views.
///
/// The file is opened read-only and never changed, nor is any file made beside it. It is not
/// trusted: lengths and work are bounded, and what is not an address or a tile is an error.
public final class MBTilesReader: TileReader {
  /// The largest tile or metadata value that is read, in bytes.
  public static let maximumValueByteCount = MBTilesBounds.maximumValueByteCount
  /// The most addresses that ``coordinates()`` lists.
  public static let maximumTileCount = MBTilesBounds.maximumRowCount

  /// The path of the file.
  public let path: String
  /// The format, by the `format` row or else by the first tile.
  public let format: TileFormat?
  /// The layer definition in the `tilepyramid` row, when there is one.
  public let definition: LayerDefinition?
  /// The rows of the metadata table, as stored.
  public let metadata: [MetadataEntry]

  private struct State: ~Copyable {
    let connection: SQLiteConnection
    let select: SQLiteStatement
    /// The image of a tile and its id, in a file of this package.
    let selectImage: SQLiteStatement?
  }

  private let state: Guarded<State>
  private let bounds: MBTilesBounds

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isCancelled: Asked often while the file is read, from any thread; reading then stops.
  /// - Throws: ``TileStorageError`` when the file cannot be read, is no MBTiles file, or has a
  ///   `tilepyramid` row that is damaged.
  public init(
    path: String, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    self.path = path
    let bounds = try MBTilesBounds(path: path)
    self.bounds = bounds
    let connection = try Self.open(path, bounds: bounds, isCancelled: isCancelled)
    metadata = try Self.metadata(in: connection, bounds: bounds)
    let select = try connection.prepare(
      """
      SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
      """)
    let first = try connection.prepare("SELECT tile_data FROM tiles LIMIT 1")
    var sniffed: TileFormat?
    if try first.step() {
      sniffed = try first.withBlob(0) {
        $0.flatMap { TileFormat(signatureOf: Array($0.prefix(16))) }
      }
    }
    format =
      metadata.first { $0.name == "format" }.flatMap { TileFormat(stated: $0.value) } ?? sniffed
    definition = try metadata.first { $0.name == MBTilesMetadata.layerRow }.map {
      (row) throws(TileStorageError) in
      try LayerDefinitionDocument(decoding: Array(row.value.utf8), from: path).definition
    }
    // SAFETY: the connection is used only under the mutex from here on, and nothing else holds it.
    nonisolated(unsafe) let opened = (
      connection, select, definition == nil ? nil : try Self.selectImage(in: connection)
    )
    state = Guarded(State(connection: opened.0, select: opened.1, selectImage: opened.2))
  }

  /// The encoded tile at an address, or `nil` when there is no row for it.
  ///
  /// - Throws: ``TileStorageError/corrupt(path:location:found:expected:)`` when the row holds no blob.
  public func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    try row(at: coordinate, withID: false)?.bytes
  }

  /// The encoded tile at an address, with the id of its image in a file of this package.
  ///
  /// - Throws: As ``tile(at:)``.
  public func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    try row(at: coordinate, withID: true).map { row in
      row.id.map { TileFile(row.bytes, origin: .image(id: $0, path: path)) } ?? TileFile(row.bytes)
    }
  }

  private func row(
    at coordinate: TileCoordinate, withID: Bool
  ) throws(TileStorageError) -> (bytes: [UInt8], id: Int?)? {
    let path = self.path
    let result = state.withLock { state -> Result<(bytes: [UInt8], id: Int?)?, TileStorageError> in
      let select = withID ? state.selectImage ?? state.select : state.select
      do throws(TileStorageError) {
        return .success(try Self.row(at: coordinate, from: select, path: path))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The address of every row, sorted.
  ///
  /// - Throws: ``TileStorageError/corrupt(path:location:found:expected:)`` for a row that is no
  /// address.
  public func coordinates() throws(TileStorageError) -> [TileCoordinate] {
    let (path, bounds) = (path, bounds)
    let result = state.withLock { state -> Result<[TileCoordinate], TileStorageError> in
      do throws(TileStorageError) {
        return .success(try Self.coordinates(in: state.connection, path: path, bounds: bounds))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Checks that a file is an MBTiles file of this package.
  static func checkOwnership(of path: String) throws(TileStorageError) {
    let head = try FileSystem.read(path, upTo: SQLiteHeader.magic.count)
    guard head == SQLiteHeader.magic else {
      throw .notReplaceable(path: path, found: "a file that is no SQLite database")
    }
    do throws(TileStorageError) {
      let bounds = try MBTilesBounds(path: path)
      let rows = try metadata(in: open(path, bounds: bounds), bounds: bounds)
      guard let row = rows.first(where: { $0.name == MBTilesMetadata.layerRow }),
        LayerDefinitionDocument.carriesMark(Array(row.value.utf8))
      else {
        throw .notReplaceable(path: path, found: "a database without our metadata row")
      }
    } catch {
      if case .database(_, _, let code, let message) = error,
        SQLiteCode.category(of: code) == .badInput
      {
        throw .notReplaceable(path: path, found: "a database that cannot be read: \(message)")
      }
      throw error
    }
  }

  /// Opens a file read-only and bounds what it can make SQLite do.
  static func open(
    _ path: String, bounds: MBTilesBounds, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) -> SQLiteConnection {
    let head = try FileSystem.read(path, upTo: 100)
    guard head.starts(with: SQLiteHeader.magic), head.count > SQLiteHeader.readVersionOffset else {
      throw .notAStore(path: path, found: "a file that is no SQLite database")
    }
    // SQLite would wait for whoever writes to a named pipe.
    for ending in SQLiteLog.endings {
      let kind = try FileSystem.kind(of: path + ending, followingLinks: false)
      guard kind == nil || kind == .file else {
        throw .notAFile(path: path + ending, found: kind?.words ?? "nothing")
      }
    }
    // A database left in write-ahead mode would want to create files beside itself, which fails on
    // read-only media; without a log to consult it can be read as it is.
    let usesLog = head[SQLiteHeader.readVersionOffset] == 2
    let hasLog = try FileSystem.kind(of: path + "-wal", followingLinks: false) != nil
    let connection = try SQLiteConnection(
      path: path, access: usesLog && !hasLog ? .readImmutable : .read)
    try connection.distrust(bounds, isCancelled: isCancelled)
    try SchemaReview.check(connection)
    return connection
  }

  private static func metadata(
    in connection: SQLiteConnection, bounds: MBTilesBounds
  ) throws(TileStorageError) -> [MetadataEntry] {
    try metadataRows(in: connection, bounds: bounds).compactMap { row in
      row.name.map { MetadataEntry(name: $0, value: row.value ?? "") }
    }
  }

  /// The rows of the metadata table, as stored; `nil` stands for NULL and for what is not text.
  static func metadataRows(
    in connection: SQLiteConnection, bounds: MBTilesBounds
  ) throws(TileStorageError) -> [(name: String?, value: String?)] {
    let select = try connection.prepare("SELECT name, value FROM metadata LIMIT 10000")
    connection.allowScan()
    var rows: [(name: String?, value: String?)] = []
    var byteCount = 0
    while try select.step() {
      let row = (name: try select.text(0), value: try select.text(1))
      byteCount += (row.name?.utf8.count ?? 0) + (row.value?.utf8.count ?? 0)
      guard byteCount <= bounds.valueByteCount else {
        throw bounds.tooMuchMetadata(path: connection.path)
      }
      rows.append(row)
    }
    return rows
  }

  /// A statement that gives a tile and the id of its image for a zoom, a column and a row; `nil` where the
  /// file has not the tables of this package.
  ///
  /// - Throws: ``TileStorageError/database(operation:path:code:message:)``.
  private static func selectImage(
    in connection: SQLiteConnection
  ) throws(TileStorageError) -> SQLiteStatement? {
    let tables = try connection.prepare(
      """
      SELECT count(*) FROM sqlite_schema
        WHERE type = 'table' AND name IN ('tiles_data', 'tiles_shallow')
      """)
    guard try tables.step(), tables.integer(0) == 2 else { return nil }
    return try connection.prepare(
      """
      SELECT tile_data, tiles_data.tile_data_id
        FROM tiles_shallow JOIN tiles_data ON tiles_shallow.tile_data_id = tiles_data.tile_data_id
        WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
      """)
  }

  /// Reads a tile, and the second column of its row where there is one.
  private static func row(
    at coordinate: TileCoordinate, from select: SQLiteStatement, path: String
  ) throws(TileStorageError) -> (bytes: [UInt8], id: Int?)? {
    select.bind(coordinate.zoom, at: 1)
    select.bind(coordinate.x, at: 2)
    select.bind(coordinate.tmsRow, at: 3)
    defer { select.reset() }
    guard try select.step() else { return nil }
    guard let bytes = try select.withBlob(0, { $0.map { Array($0) } }) else {
      throw .corrupt(
        path: path, location: "tile \(coordinate)", found: "\(select.kind(0)) as tile_data",
        expected: "a blob")
    }
    return (bytes, select.columnCount > 1 ? select.integer(1) : nil)
  }

  private static func coordinates(
    in connection: SQLiteConnection, path: String, bounds: MBTilesBounds
  ) throws(TileStorageError) -> [TileCoordinate] {
    let rows = try connection.prepare("SELECT zoom_level, tile_column, tile_row FROM tiles")
    connection.allowScan()
    var found: [TileCoordinate] = []
    while try rows.step() {
      guard let zoom = rows.integer(0), let x = rows.integer(1), let row = rows.integer(2),
        // A row beyond any grid could overflow when counted from the other side.
        (0..<(1 << TileCoordinate.maximumZoom)).contains(row),
        let tile = TileCoordinate(zoom: zoom, x: x, tmsRow: row)
      else {
        throw .corrupt(
          path: path, location: "an address in tiles",
          found: (0..<3).map { rows.kind($0) }.joined(separator: ", "),
          expected: "zoom 0 to 30, column and row below 2^zoom")
      }
      guard found.count < bounds.rowCount else { throw bounds.tooManyRows(path: path) }
      found.append(tile)
    }
    return found.sorted()
  }
}
