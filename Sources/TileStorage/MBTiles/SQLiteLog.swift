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
}
