import CSQLite
import Platform

/// An open SQLite database, used by one thread at a time.
final class SQLiteConnection {
  /// How a database is opened.
  enum Access {
    /// Created; it must not exist.
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
  private var budget: ReadingBudget?
  private var watch: QueryWatch?
  private var cancellation: Cancellation?

  /// Opens a database.
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

  deinit {
    watch?.end()
    sqlite3_close_v2(handle)
  }

  /// Bounds what a hostile database can make SQLite do, but for its views (``SchemaReview``).
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

  /// Interrupts statements once `isCancelled`, which is asked every ten thousand instructions of
  /// SQLite's machine; they then throw ``TileStorageError/database(operation:path:code:message:)`` with
  /// the code `SQLITE_INTERRUPT`.
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

  /// Throws as an interrupted statement does once the work is cancelled; between rows, of which each may
  /// take fewer instructions.
  func checkCancellation() throws(TileStorageError) {
    guard let cancellation, cancellation.isRequested() else { return }
    throw .database(
      operation: "continue", path: path, code: SQLITE_INTERRUPT, message: "interrupted")
  }

  /// The functions that a view of a store may use: those whose results are no longer than what they are
  /// given, and that take no more time than to read that.
  private static let harmlessFunctions: Set<String> = [
    "abs", "avg", "ceil", "ceiling", "coalesce", "count", "floor", "hex", "if", "ifnull", "iif",
    "length", "lower", "max", "min", "mod", "nullif", "octet_length", "pow", "power", "round",
    "sign", "sqrt", "substr", "substring", "sum", "total", "trunc", "typeof", "upper",
  ]

  /// Takes away all other functions: they make bytes from nothing, or take a time that nothing bounds.
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

  /// Allows the next statement as much work as reading a table once takes; others are allowed a search.
  func allowScan() { budget?.allowScan() }

  /// Runs one statement to its end and drops its rows.
  func execute(_ sql: String) throws(TileStorageError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Compiles one statement.
  func prepare(_ sql: String) throws(TileStorageError) -> SQLiteStatement {
    var compiled: OpaquePointer?
    let result = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard result == SQLITE_OK, let compiled else { throw error(in: sql) }
    return SQLiteStatement(compiled, sql: sql, connection: self)
  }

  /// The error that the last call on this connection left.
  func error(in sql: String) -> TileStorageError {
    let code = sqlite3_extended_errcode(handle)
    if code & 0xFF == SQLITE_INTERRUPT, let budget { return budget.error(path: path) }
    // SQLite calls a file damaged of which the disk cannot read a part.
    if code & 0xFF == SQLITE_CORRUPT, let readFailure { return readFailure }
    return .database(
      operation: "run \"\(sql.prefix(120))\"", path: path, code: code,
      message: String(cString: sqlite3_errmsg(handle)))
  }

  /// The last error of the system in reading the file, if there was one.
  var readFailure: TileStorageError? {
    var code: Int32 = 0
    guard
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK,
      // The others are those of locks.
      [EIO, ENXIO, ERANGE, ESTALE].contains(code)
    else { return nil }
    return .system(operation: "read", path: path, code: code)
  }

  /// The error for memory that could not be had.
  fileprivate var memoryError: TileStorageError {
    .database(
      operation: "read a value", path: path, code: SQLITE_NOMEM, message: "out of memory")
  }

  fileprivate func allowSearch() { budget?.allowSearch() }

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

/// Whether the statements of a connection are to stop.
private final class Cancellation {
  let isRequested: () -> Bool

  init(_ isRequested: @escaping () -> Bool) { self.isRequested = isRequested }
}

/// A compiled statement, which keeps its connection open.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let sql: String
  private let connection: SQLiteConnection
  /// Whether the statement has begun and was not reset.
  private var isRunning = false
  /// The first result code of binding a value that is not one of success.
  private var bindingFailure: Int32?

  fileprivate init(_ handle: OpaquePointer, sql: String, connection: SQLiteConnection) {
    self.handle = handle
    self.sql = sql
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs to the next row; returns whether there is one.
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

  /// Runs a statement that has no rows, then makes it ready to run again.
  ///
  /// Returns the extended result code of a violated constraint, for which the caller has words.
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

  /// Makes the statement ready to run again; what is bound stays.
  ///
  /// What SQLite answers repeats how the last step ended.
  func reset() {
    sqlite3_reset(handle)
    isRunning = false
  }

  /// Binds an integer to the parameter at `index`, counted from 1.
  ///
  /// That a value could not be bound, the next step tells.
  func bind(_ value: Int, at index: Int32) {
    note(sqlite3_bind_int64(handle, index, Int64(value)))
  }

  func bind(_ value: Double, at index: Int32) { note(sqlite3_bind_double(handle, index, value)) }

  private func note(_ code: Int32) {
    if code != SQLITE_OK { bindingFailure = bindingFailure ?? code }
  }

  private func confirmBinding() throws(TileStorageError) {
    guard let code = bindingFailure else { return }
    bindingFailure = nil
    throw .database(
      operation: "run \"\(sql.prefix(120))\"", path: connection.path, code: code,
      message: String(cString: sqlite3_errstr(code)))
  }

  /// Binds text, which is copied; NUL characters are kept.
  func bind(_ text: String, at index: Int32) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        // A length that does not fit is too long for SQLite as well.
        note(
          sqlite3_bind_text64(
            handle, index, $0.baseAddress, UInt64($0.count), Self.transient, UInt8(SQLITE_UTF8)))
      }
    }
  }

  /// Binds bytes, which must stay where they are until the statement is reset.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
    if let base = bytes.baseAddress, !bytes.isEmpty {
      note(sqlite3_bind_blob64(handle, index, base, UInt64(bytes.count), nil))
    } else {
      note(sqlite3_bind_zeroblob(handle, index, 0))
    }
  }

  func bindNull(at index: Int32) { note(sqlite3_bind_null(handle, index)) }

  /// The integer in a column, counted from 0, or `nil` when it holds something else.
  func integer(_ column: Int32) -> Int? {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(handle, column))
  }

  /// The number in a column, or `nil` when it holds something else.
  func real(_ column: Int32) -> Double? {
    let kind = sqlite3_column_type(handle, column)
    guard kind == SQLITE_FLOAT || kind == SQLITE_INTEGER else { return nil }
    return sqlite3_column_double(handle, column)
  }

  /// The text in a column, or `nil` for null or bytes that are not UTF-8; numbers become text.
  func text(_ column: Int32) throws(TileStorageError) -> String? {
    guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    guard let start = sqlite3_column_text(handle, column) else { throw connection.memoryError }
    let bytes = UnsafeBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(validating: bytes, as: UTF8.self)
  }

  /// Calls `body` with the blob in a column, or with `nil` when it holds something else; the memory
  /// is valid until the next step or reset.
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

  /// How many columns a row has.
  var columnCount: Int32 { sqlite3_column_count(handle) }

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
