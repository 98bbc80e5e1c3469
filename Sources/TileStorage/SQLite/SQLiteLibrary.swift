import CSQLite
import TileModel

/// The library that reads and writes databases.
package enum SQLiteLibrary {
  /// Its version, on which the bytes of a database may depend.
  package static let version = String(cString: sqlite3_libversion())

  /// A text without NUL, which SQLite's text functions take for an end: U+FFFD stands for it.
  static func text(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  /// What a database depends on besides what is written to it.
  static var identity: BuildIdentity {
    var identity = BuildIdentity()
    identity.add("SQLite", version)
    return identity
  }
}

/// The files that SQLite keeps beside a database that is, or was, being changed.
enum SQLiteLog {
  /// How their names continue that of the database.
  static let endings = ["-journal", "-wal", "-shm"]

  /// The first of them that is there, or `nil`.
  static func path(beside database: String) throws(TileStorageError) -> String? {
    for ending in endings {
      let log = database + ending
      if try FileSystem.kind(of: log, followingLinks: false) != nil { return log }
    }
    return nil
  }

  /// Confirms that no log is beside a path.
  static func checkSurroundings(of path: String) throws(TileStorageError) {
    if let log = try Self.path(beside: path) {
      // SQLite would apply a log of an earlier file of this name to the new one and destroy it.
      throw .notReplaceable(path: log, found: "a log of SQLite from an earlier file")
    }
  }
}
