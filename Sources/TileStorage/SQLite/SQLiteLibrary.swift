import CSQLite

/// The SQLite library.
package enum SQLiteLibrary {
  package static let version = String(cString: sqlite3_libversion())

  /// Replaces NUL by U+FFFD, since SQLite's text functions end at it.
  static func text(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  static var identity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("SQLite", version)
    return identity
  }
}

/// Journal files that SQLite keeps beside a database.
enum SQLiteLog {
  static let endings = ["-journal", "-wal", "-shm"]

  static func path(beside database: String) throws(TileStorageError) -> String? {
    for ending in endings {
      let log = database + ending
      if try FileSystem.kind(of: log, followingLinks: false) != nil { return log }
    }
    return nil
  }

  static func checkSurroundings(of path: String) throws(TileStorageError) {
    if let log = try Self.path(beside: path) {
      // SQLite would apply a log of an earlier file of this name to the new one and destroy it.
      throw .notReplaceable(path: log, found: "a log of SQLite from an earlier file")
    }
  }
}
