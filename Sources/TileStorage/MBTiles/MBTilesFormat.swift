import TileModel

extension StoreFormat {
  /// An MBTiles 1.3 file, with the layer definition beside it and in its metadata.
  public static let mbtiles = StoreFormat(
    rawValue: "mbtiles", title: "MBTiles", noun: "an MBTiles file", holdsMixedFormats: false,
    file: StoreFileRules(
      fileExtension: MBTilesFile.fileExtension, signature: ByteSignature(SQLiteHeader.magic),
      companionEndings: SQLiteLog.endings, stagingNames: MBTilesFile.stagingNames,
      checkOwnership: MBTilesReader.checkOwnership(of:),
      checkSurroundings: MBTilesFile.checkSurroundings(of:)),
    open: { path, isCancelled throws(TileStorageError) in
      try MBTilesReader(path: path, isCancelled: isCancelled)
    },
    inspect: { request throws(TileStorageError) in
      let contents = try MBTilesInspection(
        path: request.path, scratch: request.scratch, isCancelled: request.isCancelled)
      return (contents, DefinitionReading(request.definition ?? contents.foundDefinition))
    })
}

/// The names around an MBTiles file.
enum MBTilesFile {
  /// The extension of names, without a dot.
  static let fileExtension = "mbtiles"
  /// The database in a staging folder in which tiles are collected.
  static let database = "tiles.db"
  /// The finished file in a staging folder.
  static let published = "published.mbtiles"
  /// Everything of a writer in a staging folder.
  static let stagingNames = [published, database, database + "-journal"]

  /// Confirms that no log of SQLite is beside a path.
  static func checkSurroundings(of path: String) throws(TileStorageError) {
    if let log = try SQLiteLog.path(beside: path) {
      // SQLite would apply a log of an earlier file of this name to the new one and destroy it.
      throw .notReplaceable(path: log, found: "a log of SQLite from an earlier file")
    }
  }
}
