import CSQLite

/// An open SQLite database, used by one thread at a time.
final class SQLiteConnection {
  /// How a database is opened.
  enum Access {
    /// Made anew; it must not exist.
    case create
    /// Read and written; it must exist.
    case readWrite
    /// Read only.
    case read
    /// Read only, promising that nobody changes the file, so that no lock or log file is needed.
    case readImmutable
  }

  /// The path that errors name.
  let path: String
  fileprivate let handle: OpaquePointer
  private let budget = WorkBudget()

  /// Opens a database.
  ///
  /// - Throws: ``TileStorageError/database(operation:path:code:message:)``.
  init(path: String, access: Access) throws(TileStorageError) {
    self.path = path
    var opened: OpaquePointer?
    // An absolute name cannot be taken for a URI, whatever the library was built to accept.
    let name = path.hasPrefix("/") ? path : "./" + path
    let result =
      switch access {
      case .create:
        sqlite3_open_v2(
          name, &opened,
          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE | SQLITE_OPEN_NOMUTEX,
          nil)
      case .readWrite:
        sqlite3_open_v2(name, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
      case .read:
        sqlite3_open_v2(name, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
      case .readImmutable:
        sqlite3_open_v2(
          "file:\(Self.percentEncoded(name))?immutable=1", &opened,
          SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
      }
    guard result == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      let code = opened.map { sqlite3_extended_errcode($0) } ?? SQLITE_NOMEM
      sqlite3_close_v2(opened)
      throw .database(operation: "open the database", path: path, code: code, message: message)
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Bounds what a hostile database can make SQLite do.
  ///
  /// - Parameters:
  ///   - maximumLength: The longest text or blob, in bytes.
  ///   - maximumWork: The most instructions of its machine between two rows, in ten thousands.
  /// - Throws: ``TileStorageError/database(operation:path:code:message:)``.
  func distrust(maximumLength: Int32, maximumWork: Int) throws(TileStorageError) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, maximumLength)
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    budget.limit = maximumWork
    // The handler receives the budget, which lives as long as the connection.
    sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<WorkBudget>.fromOpaque(context).takeUnretainedValue().spend()
      }, Unmanaged.passUnretained(budget).toOpaque())
    try execute("PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA mmap_size = 0")
  }

  /// Runs one statement to its end and drops its rows.
  func execute(_ sql: String) throws(TileStorageError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Compiles one statement.
  func prepare(_ sql: String) throws(TileStorageError) -> SQLiteStatement {
    budget.reset()
    var compiled: OpaquePointer?
    let result = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard result == SQLITE_OK, let compiled else { throw error(in: sql) }
    return SQLiteStatement(compiled, sql: sql, connection: self)
  }

  /// The error that the last call on this connection left.
  func error(in sql: String) -> TileStorageError {
    .database(
      operation: "run \"\(sql.prefix(120))\"", path: path,
      code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
  }

  fileprivate func resetBudget() { budget.reset() }

  /// A path as the path of a `file:` URI (RFC 3986): all but unreserved characters and `/` encoded.
  static func percentEncoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}

/// How much work a statement may still do before its next row.
private final class WorkBudget {
  var limit = Int.max
  private var spent = 0

  func reset() { spent = 0 }

  /// Non-zero, which makes SQLite interrupt the statement, when the budget is used up.
  func spend() -> Int32 {
    spent += 1
    return spent > limit ? 1 : 0
  }
}

extension SQLiteConnection {
  /// The version of the library, on which the bytes of a database may depend.
  static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}

/// A compiled statement, which keeps its connection open.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let sql: String
  private let connection: SQLiteConnection

  fileprivate init(_ handle: OpaquePointer, sql: String, connection: SQLiteConnection) {
    self.handle = handle
    self.sql = sql
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs to the next row; returns whether there is one.
  func step() throws(TileStorageError) -> Bool {
    connection.resetBudget()
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.error(in: sql)
    }
  }

  /// Runs a statement that has no rows, then makes it ready to run again.
  ///
  /// Returns the extended result code of a violated constraint, for which the caller has words.
  @discardableResult
  func run() throws(TileStorageError) -> Int32 {
    let code = sqlite3_step(handle)
    switch code & 0xFF {
    case SQLITE_DONE, SQLITE_ROW:
      reset()
      return SQLITE_OK
    case SQLITE_CONSTRAINT:
      reset()
      return code
    default:
      let error = connection.error(in: sql)
      reset()
      throw error
    }
  }

  /// Makes the statement ready to run again; what is bound stays.
  func reset() { sqlite3_reset(handle) }

  /// Binds an integer to the parameter at `index`, counted from 1.
  func bind(_ value: Int, at index: Int32) {
    sqlite3_bind_int64(handle, index, Int64(value))
  }

  /// Binds text, which is copied; NUL characters are kept.
  func bind(_ text: String, at index: Int32) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(handle, index, $0.baseAddress, Int32($0.count), Self.transient)
      }
    }
  }

  /// Binds bytes, which must stay where they are until the statement is reset.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
    if let base = bytes.baseAddress, !bytes.isEmpty {
      sqlite3_bind_blob64(handle, index, base, UInt64(bytes.count), nil)
    } else {
      sqlite3_bind_zeroblob(handle, index, 0)
    }
  }

  /// The integer in a column, counted from 0, or `nil` when it holds something else.
  func integer(_ column: Int32) -> Int? {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(handle, column))
  }

  /// The text in a column, or `nil` for null or bytes that are not UTF-8; numbers become text.
  func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(handle, column) != SQLITE_NULL,
      let start = sqlite3_column_text(handle, column)
    else { return nil }
    let bytes = UnsafeBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(validating: bytes, as: UTF8.self)
  }

  /// Calls `body` with the blob in a column, or with `nil` when it holds something else; the memory
  /// is valid until the next step or reset.
  func withBlob<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { return body(nil) }
    let start = sqlite3_column_blob(handle, column)
    return body(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// The kind of value in a column, in words for an error.
  func kind(_ column: Int32) -> String {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: "the integer \(sqlite3_column_int64(handle, column))"
    case SQLITE_FLOAT: "the number \(sqlite3_column_double(handle, column))"
    case SQLITE_TEXT: "text"
    case SQLITE_BLOB: "a blob"
    default: "NULL"
    }
  }

  // SAFETY: SQLITE_TRANSIENT is the address -1, which SQLite compares and never calls.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
