public import TileModel

/// Reads an MBTiles file of any schema, through its `tiles` and `metadata` tables or views.
///
/// The file is opened read-only and never changed, nor is any file made beside it. It is not
/// trusted: lengths and work are bounded, and what is not an address or a tile is an error.
public final class MBTilesReader: TileReader {
  /// The largest tile or metadata value that is read, in bytes.
  public static let maximumValueByteCount = DatabaseBounds.maximumValueByteCount
  /// The most addresses that ``coordinates()`` lists.
  public static let maximumTileCount = DatabaseBounds.maximumRowCount

  /// The path of the file.
  public let path: String
  /// The format, by the `format` row or else by the first tile.
  public let format: TileFormat?
  /// The layer definition in the `tilepyramid` row, when there is one.
  public let definition: LayerDefinition?
  /// The rows of the metadata table, as stored.
  public let metadata: [MetadataEntry]

  private let tiles: DatabaseTiles

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
    let bounds = try DatabaseBounds(path: path)
    let connection = try SQLiteConnection.store(at: path, bounds: bounds, isCancelled: isCancelled)
    metadata = try Self.metadata(in: connection, bounds: bounds)
    definition = try metadata.first { $0.name == MBTilesMetadata.layerRow }.map {
      (row) throws(TileStorageError) in
      try LayerDefinitionDocument(decoding: Array(row.value.utf8), from: path).definition
    }
    tiles = try DatabaseTiles(
      connection, .mbtiles(try MBTilesImages(in: connection)), bounds: bounds)
    let stated = metadata.first { $0.name == "format" }.flatMap { TileFormat(stated: $0.value) }
    format = if let stated { stated } else { try tiles.firstFormat() }
  }

  /// The encoded tile at an address, or `nil` when there is no row for it.
  ///
  /// - Throws: ``TileStorageError/corrupt(path:location:found:expected:)`` when the row holds no blob.
  public func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    try tiles.tile(at: coordinate)
  }

  /// The encoded tile at an address, with where its image is, where that has a number.
  ///
  /// - Throws: As ``tile(at:)``.
  public func file(at coordinate: TileCoordinate) throws(TileStorageError) -> TileFile? {
    try tiles.file(at: coordinate)
  }

  /// The address of every row, sorted.
  ///
  /// - Throws: ``TileStorageError/corrupt(path:location:found:expected:)`` for a row that is no
  /// address.
  public func coordinates() throws(TileStorageError) -> [TileCoordinate] {
    try tiles.coordinates()
  }

  /// Checks that a file is an MBTiles file of this package.
  static func checkOwnership(of path: String) throws(TileStorageError) {
    try SQLiteConnection.checkOwnership(of: path) {
      (connection, bounds) throws(TileStorageError) in
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

  /// The rows of the metadata table, as stored; `nil` stands for NULL and for what is not text.
  static func metadataRows(
    in connection: SQLiteConnection, bounds: DatabaseBounds
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
}

/// By what number an image of an MBTiles file is found.
enum MBTilesImages {
  /// The id of the table of images that this package, and others, write.
  case shared
  /// The row of a table of tiles.
  case rows
  /// None, as in a view of other tables.
  case none

  /// Looks at the tables of a file.
  ///
  /// - Throws: ``TileStorageError``.
  init(in connection: SQLiteConnection) throws(TileStorageError) {
    if try DatabaseInspection.columns(of: "tiles_data", in: connection)
      .isSuperset(of: ["tile_data_id", "tile_data"]),
      try DatabaseInspection.columns(of: "tiles_shallow", in: connection)
        .isSuperset(of: ["zoom_level", "tile_column", "tile_row", "tile_data_id"])
    {
      self = .shared
    } else if try DatabaseInspection.isTable("tiles", in: connection),
      try DatabaseInspection.canRead(connection, "SELECT max(rowid) FROM tiles")
    {
      self = .rows
    } else {
      self = .none
    }
  }

  /// The statement that gives an image and its number by zoom, column and row.
  var query: String? {
    switch self {
    case .shared:
      """
      SELECT tile_data, tiles_data.tile_data_id
        FROM tiles_shallow JOIN tiles_data
          ON tiles_shallow.tile_data_id = tiles_data.tile_data_id
        WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
      """
    case .rows:
      """
      SELECT tile_data, rowid FROM tiles
        WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
      """
    case .none: nil
    }
  }

  /// The statement that gives an image by its number.
  var imageQuery: String {
    switch self {
    case .shared: "SELECT tile_data FROM tiles_data WHERE tile_data_id = ?"
    case .rows, .none: "SELECT tile_data FROM tiles WHERE rowid = ?"
    }
  }
}

extension DatabaseLayout {
  /// The tiles of an MBTiles file, whose rows are counted from the south.
  ///
  /// - Parameter images: By what number images are found.
  /// - Returns: The layout.
  static func mbtiles(_ images: MBTilesImages = .none) -> DatabaseLayout {
    DatabaseLayout(
      table: "tiles", imageQuery: images.query, format: "mbtiles",
      tile: { zoom, column, row in
        // A row beyond any grid could overflow when counted from the other side.
        (0..<(1 << TileCoordinate.maximumZoom)).contains(row)
          ? TileCoordinate(zoom: zoom, x: column, tmsRow: row) : nil
      },
      address: { Address(zoom: $0.zoom, column: $0.x, row: $0.tmsRow) })
  }
}

extension MBTilesReader: LockingTileReader {
  package func lock() throws(TileStorageError) { try tiles.beginReading() }
  package func unlock() { tiles.endReading() }
}
