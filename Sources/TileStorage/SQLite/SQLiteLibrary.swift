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

/// What SQLite's result codes mean to a user.
enum SQLiteCode {
  /// Whose fault a primary or extended result code is.
  static func category(of code: Int32) -> FailureReport.Category {
    switch code & 0xFF {
    case SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_BUSY,
      SQLITE_LOCKED, SQLITE_PROTOCOL, SQLITE_NOMEM:
      .cannotAccess
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_INTERRUPT,
      SQLITE_FORMAT, SQLITE_SCHEMA:
      .badInput
    default: .internalFault
    }
  }

  /// Whether a result code says that another process, or another part of this one, holds the database.
  static func isHeldByAnother(_ code: Int32) -> Bool {
    [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code & 0xFF)
  }

  /// What a user can do about a result code.
  static func advice(for code: Int32) -> String {
    switch code & 0xFF {
    case SQLITE_FULL: "free space on that file system, or write to another one"
    case SQLITE_IOERR: "check the disk, its free space and its quota"
    case SQLITE_CANTOPEN, SQLITE_PERM: "check the path, the owner and the permissions"
    case SQLITE_READONLY: "the file or its folder is read-only; write to another one"
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: "wait until the other process has finished"
    case SQLITE_NOMEM: "close other programs, or raise the limit on memory"
    case SQLITE_CORRUPT, SQLITE_NOTADB: "build the file again from its source"
    case SQLITE_ERROR, SQLITE_SCHEMA: "check that this is a database of tiles"
    case SQLITE_INTERRUPT, SQLITE_TOOBIG:
      "do not use this file: it is not a sound database of tiles"
    default: "report this as a fault of the tool"
    }
  }
}

/// The beginning of every SQLite database (file format, section 1.3).
enum SQLiteHeader {
  /// The first 16 bytes.
  static let magic = Array("SQLite format 3\0".utf8)
  /// The position of the version needed to read; 2 means a write-ahead log.
  static let readVersionOffset = 19
}
