import CSQLite
import Platform

/// An open SQLite database, used by one thread at a time.
final class SQLiteConnection {
  /// Access mode of a database.
  enum Access {
    case create
    case readWrite
    case read
    /// Promises that nobody changes the file, so that no lock or journal is needed.
    case readImmutable
  }

  let path: String
  fileprivate let handle: OpaquePointer
  private var budget: ReadingBudget?
  private var watch: QueryWatch?
  private var cancellation: Cancellation?

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
      case .read: sqlite3_open_v2(name, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
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

  deinit {
    watch?.end()
    sqlite3_close_v2(handle)
  }

  /// Limits a hostile database, except for its views (``SchemaReview``).
  func distrust(
    _ bounds: DatabaseBounds, isCancelled: (@Sendable () -> Bool)?
  ) throws(TileStorageError) {
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, bounds.valueByteCount), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 100),
      (SQLITE_LIMIT_VDBE_OP, 100_000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] { sqlite3_limit(handle, limit, Int32(value)) }
    let budget = ReadingBudget(bounds, isCancelled: isCancelled)
    self.budget = budget
    budget.install(on: handle)
    if let isCancelled { watch = QueryWatch(handle, isCancelled: isCancelled) }
    guard tp_sqlite3_distrust(handle) == SQLITE_OK else { throw error(in: "distrust the schema") }
    try removeFunctions()
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA mmap_size = 0")
    // Sorting is bounded in memory; on a disk it would not be.
    try execute("PRAGMA temp_store = MEMORY")
  }

  /// Checks `isCancelled` every ten thousand virtual machine instructions.
  ///
  /// Statements then throw ``TileStorageError/database(operation:path:code:message:)`` with the code
  /// `SQLITE_INTERRUPT`.
  func stop(when isCancelled: @escaping () -> Bool) {
    let cancellation = Cancellation(isCancelled)
    self.cancellation = cancellation
    // The handler receives the cancellation, which lives as long as the connection.
    sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context else { return 0 }
        let cancellation = Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue()
        return cancellation.isRequested() ? 1 : 0
      }, Unmanaged.passUnretained(cancellation).toOpaque())
  }

  /// Checks between rows, each of which may take fewer instructions.
  func checkCancellation() throws(TileStorageError) {
    guard let cancellation, cancellation.isRequested() else { return }
    throw .database(
      operation: "continue", path: path, code: SQLITE_INTERRUPT, message: "interrupted")
  }

  /// Functions that a store's view may use: results no longer than their arguments, in linear time.
  private static let harmlessFunctions: Set<String> = [
    "abs", "avg", "ceil", "ceiling", "coalesce", "count", "floor", "hex", "if", "ifnull", "iif",
    "length", "lower", "max", "min", "mod", "nullif", "octet_length", "pow", "power", "round",
    "sign", "sqrt", "substr", "substring", "sum", "total", "trunc", "typeof", "upper",
  ]

  /// Removes all other functions, which make bytes from nothing or take unbounded time.
  ///
  /// An authorizer would do so in views, but not in generated columns.
  private func removeFunctions() throws(TileStorageError) {
    var names: Set<[String]> = []
    let functions = try prepare("PRAGMA function_list")
    while try functions.step() {
      guard let name = try functions.text(0), let count = functions.integer(4) else { continue }
      if !Self.harmlessFunctions.contains(name) { names.insert([name, String(count)]) }
    }
    functions.reset()
    for function in names {
      // Marked as harmless, so that a schema which uses it where nothing is read can be read.
      let result = sqlite3_create_function_v2(
        handle, function[0], Int32(function[1]) ?? -1,
        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
        { context, _, _ in
          sqlite3_result_error(context, "a function that views of tiles do not need", -1)
        }, nil, nil, nil)
      guard result == SQLITE_OK else { throw error(in: "remove the function \(function[0])") }
    }
  }

  /// Allows the next statement the work of one table scan; others are allowed a search.
  func allowScan() { budget?.allowScan() }

  func execute(_ sql: String) throws(TileStorageError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  func prepare(_ sql: String) throws(TileStorageError) -> SQLiteStatement {
    var compiled: OpaquePointer?
    let result = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard result == SQLITE_OK, let compiled else { throw error(in: sql) }
    return SQLiteStatement(compiled, sql: sql, connection: self)
  }

  func error(in sql: String) -> TileStorageError {
    let code = sqlite3_extended_errcode(handle)
    if code & 0xFF == SQLITE_INTERRUPT, let budget { return budget.error(path: path) }
    // SQLite calls a file damaged where the disk cannot read a part of it.
    if code & 0xFF == SQLITE_CORRUPT, let readFailure { return readFailure }
    return .database(
      operation: "run \"\(sql.prefix(120))\"", path: path, code: code,
      message: String(cString: sqlite3_errmsg(handle)))
  }

  var readFailure: TileStorageError? {
    var code: Int32 = 0
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK,
      // The others are those of locks.
      [EIO, ENXIO, ERANGE, ESTALE].contains(code)
    else { return nil }
    return .system(operation: "read", path: path, code: code)
  }

  fileprivate var memoryError: TileStorageError {
    .database(operation: "read a value", path: path, code: SQLITE_NOMEM, message: "out of memory")
  }

  fileprivate func allowSearch() { budget?.allowSearch() }

  /// RFC 3986: encodes all but unreserved characters and `/`.
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

/// Cancellation check of a connection's statements.
private final class Cancellation {
  let isRequested: () -> Bool

  init(_ isRequested: @escaping () -> Bool) { self.isRequested = isRequested }
}

/// A compiled statement, which keeps its connection open.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let sql: String
  private let connection: SQLiteConnection
  private var isRunning = false
  private var bindingFailure: Int32?

  fileprivate init(_ handle: OpaquePointer, sql: String, connection: SQLiteConnection) {
    self.handle = handle
    self.sql = sql
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  func step() throws(TileStorageError) -> Bool {
    try confirmBinding()
    if !isRunning { connection.allowSearch() }
    isRunning = true
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.error(in: sql)
    }
  }

  /// Runs a statement without rows, then resets it.
  ///
  /// Returns the extended result code of a violated constraint.
  @discardableResult
  func run() throws(TileStorageError) -> Int32 {
    try confirmBinding()
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

  /// Keeps bindings.
  ///
  /// SQLite's result repeats that of the last step.
  func reset() {
    sqlite3_reset(handle)
    isRunning = false
  }

  /// Sets all parameters; bytes must stay valid until the statement is reset.
  ///
  /// The next step reports a failure.
  func bind(_ values: (any SQLiteValue)?...) {
    for (index, value) in zip(Int32(1)..., values) {
      let code = value?.bind(to: handle, at: index) ?? sqlite3_bind_null(handle, index)
      if code != SQLITE_OK { bindingFailure = bindingFailure ?? code }
    }
  }

  private func confirmBinding() throws(TileStorageError) {
    guard let code = bindingFailure else { return }
    bindingFailure = nil
    throw .database(
      operation: "run \"\(sql.prefix(120))\"", path: connection.path, code: code,
      message: String(cString: sqlite3_errstr(code)))
  }

  func integer(_ column: Int32) -> Int? {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(handle, column))
  }

  func real(_ column: Int32) -> Double? {
    let kind = sqlite3_column_type(handle, column)
    guard kind == SQLITE_FLOAT || kind == SQLITE_INTEGER else { return nil }
    return sqlite3_column_double(handle, column)
  }

  /// `nil` for null and for bytes that are not UTF-8; numbers become text.
  func text(_ column: Int32) throws(TileStorageError) -> String? {
    guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    guard let start = sqlite3_column_text(handle, column) else { throw connection.memoryError }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(validating: bytes, as: UTF8.self)
  }

  /// Passes `nil` for another type; the memory is valid until the next step or reset.
  func withBlob<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer?) throws(TileStorageError) -> Result
  ) throws(TileStorageError) -> Result {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { return try body(nil) }
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    // Nothing is where a blob of no bytes would be; where any other would be, it means no memory.
    guard start != nil || count == 0 else { throw connection.memoryError }
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  var columnCount: Int32 { sqlite3_column_count(handle) }

  func kind(_ column: Int32) -> String {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: "the integer \(sqlite3_column_int64(handle, column))"
    case SQLITE_FLOAT: "the number \(sqlite3_column_double(handle, column))"
    case SQLITE_TEXT: "text"
    case SQLITE_BLOB: "a blob"
    default: "NULL"
    }
  }
}

/// A value of a parameter of a statement.
protocol SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Double: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_double(statement, index, self)
  }
}

extension String: SQLiteValue {
  /// Copies the text; NUL characters are kept.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        // A length that does not fit is too long for SQLite as well.
        sqlite3_bind_text64(
          statement, index, $0.baseAddress, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
      }
    }
  }
}

extension UnsafeRawBufferPointer: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    guard let baseAddress, !isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
    return sqlite3_bind_blob64(statement, index, baseAddress, UInt64(count), nil)
  }
}

// SAFETY: SQLITE_TRANSIENT is the address -1, which SQLite compares and never calls.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
