public import TileModel

/// Reads the tiles of a GeoPackage that are those of web maps.
///
/// The file is opened read-only and never changed, nor is any file made beside it. It is not
/// trusted: lengths and work are bounded, and what is not an address or a tile is an error.
public final class GeoPackageReader: TileReader {
  /// The path of the file.
  public let path: String
  /// The format of the first tile, or that of the layer definition.
  public let format: TileFormat?
  /// The layer definition in the metadata, when there is one.
  public let definition: LayerDefinition?
  /// The name, description and bounds in degrees of the tiles, and the layer definition as text.
  public let metadata: [MetadataEntry]

  private let tiles: DatabaseTiles

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isCancelled: Asked often while the file is read, from any thread; reading then stops.
  /// - Throws: ``TileStorageError`` when the file cannot be read, has not one table of tiles of web maps, or
  ///   a layer definition that is damaged.
  public init(
    path: String, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) {
    self.path = path
    let bounds = try DatabaseBounds(path: path)
    let connection = try SQLiteConnection.store(at: path, bounds: bounds, isCancelled: isCancelled)
    let table = try GeoPackageTable(in: connection)
    try SchemaReview.check(connection, of: [table.name])
    let document = try GeoPackageMetadata.document(in: connection, bounds: bounds)
    metadata = table.metadata(document)
    definition = try document.map { (text) throws(TileStorageError) in
      try LayerDefinitionDocument(decoding: Array(text.utf8), from: path).definition
    }
    tiles = try DatabaseTiles(connection, table.layout, bounds: bounds)
    format = if let definition { definition.format } else { try tiles.firstFormat() }
  }

  /// The encoded tile at an address, or `nil` when there is no row for it.
  ///
  /// - Throws: ``TileStorageError/corrupt(path:location:found:expected:)`` when the row holds no blob.
  public func tile(at coordinate: TileCoordinate) throws(TileStorageError) -> [UInt8]? {
    try tiles.tile(at: coordinate)
  }

  /// The encoded tile at an address, with the number of its row.
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

  /// Checks that a file is a GeoPackage of this package.
  static func checkOwnership(of path: String) throws(TileStorageError) {
    try SQLiteConnection.checkOwnership(of: path) {
      (connection, bounds) throws(TileStorageError) in
      guard let text = try GeoPackageMetadata.document(in: connection, bounds: bounds),
        LayerDefinitionDocument.carriesMark(Array(text.utf8))
      else { return "a database without our metadata" }
      // Others may have added tables of their own.
      let tables = try connection.prepare("SELECT table_name FROM gpkg_contents")
      var names: [String] = []
      while try tables.step() { names.append(try tables.text(0) ?? "") }
      return names == [GeoPackageMetadata.table]
        ? nil : "a GeoPackage with tables that others added"
    }
  }
}

extension GeoPackageTable {
  /// What the tables say, and the layer definition as text.
  func metadata(_ document: String?) -> [MetadataEntry] {
    GeoPackageMetadata.entries(
      identifier: identifier, summary: summary, area: area, document: document)
  }
}

extension GeoPackageReader: LockingTileReader {
  package func lock() throws(TileStorageError) { try tiles.beginReading() }
  package func unlock() { tiles.endReading() }
}
