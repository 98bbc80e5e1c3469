import CSQLite
import Testing

/// A database read and written with plain SQL, independently of the code under test.
final class PlainDatabase {
  private var handle: OpaquePointer?

  struct Failure: Error {
    let message: String
  }

  init(_ path: String) throws {
    guard
      sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK
    else { throw failure }
  }

  deinit { sqlite3_close_v2(handle) }

  private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(handle))) }

  /// The rows of a statement as text, blobs as hexadecimal digits.
  @discardableResult
  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            if sqlite3_column_type(statement, column) == SQLITE_BLOB {
              let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_blob(statement, column),
                count: Int(sqlite3_column_bytes(statement, column)))
              return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            }
            return sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
          })
      case SQLITE_DONE: return rows
      default: throw failure
      }
    }
  }

  /// The first value of the first row.
  func value(_ sql: String) throws -> String {
    try #require(try rows(sql).first?.first)
  }

  /// Runs several statements.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }
}
