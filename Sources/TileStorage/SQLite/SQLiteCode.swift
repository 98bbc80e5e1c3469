import CSQLite
import TileModel

/// Meaning of SQLite's result codes for users.
enum SQLiteCode {
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

  static func isHeldByAnother(_ code: Int32) -> Bool {
    [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code & 0xFF)
  }

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
  static let magic = Array("SQLite format 3\0".utf8)
  /// Offset of the read version; 2 means a write-ahead log.
  static let readVersionOffset = 19
}
