/// The files that SQLite keeps beside a database that is, or was, being changed.
enum SQLiteLog {
  /// How their names continue that of the database.
  static let endings = ["-journal", "-wal", "-shm"]

  /// The first of them that is there, or `nil`.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  static func path(beside database: String) throws(TileStorageError) -> String? {
    for ending in endings {
      let log = database + ending
      if try FileSystem.kind(of: log, followingLinks: false) != nil { return log }
    }
    return nil
  }

  /// Confirms that no log is beside a path.
  ///
  /// - Throws: ``TileStorageError/notReplaceable(path:found:)``.
  static func checkSurroundings(of path: String) throws(TileStorageError) {
    if let log = try Self.path(beside: path) {
      // SQLite would apply a log of an earlier file of this name to the new one and destroy it.
      throw .notReplaceable(path: log, found: "a log of SQLite from an earlier file")
    }
  }
}
