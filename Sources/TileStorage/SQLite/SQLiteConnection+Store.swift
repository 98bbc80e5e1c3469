import TileModel

extension SQLiteConnection {
  static func store(
    at path: String, bounds: DatabaseBounds, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(TileStorageError) -> SQLiteConnection {
    let head = try FileSystem.read(path, upTo: 100)
    guard head.starts(with: SQLiteHeader.magic), head.count > SQLiteHeader.readVersionOffset else {
      throw .notAStore(path: path, found: "a file that is no SQLite database")
    }
    // SQLite would wait for whoever writes to a named pipe.
    for ending in SQLiteLog.endings {
      let kind = try FileSystem.kind(of: path + ending, followingLinks: false)
      guard kind == nil || kind == .file else {
        throw .notAFile(path: path + ending, found: kind?.words ?? "nothing")
      }
    }
    // A database left in write-ahead mode would want to create files beside itself, which fails on
    // read-only media; without a log to consult it can be read as it is.
    let usesLog = head[SQLiteHeader.readVersionOffset] == 2
    let hasLog = try FileSystem.kind(of: path + "-wal", followingLinks: false) != nil
    let connection = try SQLiteConnection(
      path: path, access: usesLog && !hasLog ? .readImmutable : .read)
    try connection.distrust(bounds, isCancelled: isCancelled)
    try SchemaReview.check(connection)
    return connection
  }

  static func checkOwnership(
    of path: String,
    orReturn reason: (SQLiteConnection, DatabaseBounds) throws(TileStorageError) -> String?
  ) throws(TileStorageError) {
    let head = try FileSystem.read(path, upTo: SQLiteHeader.magic.count)
    guard head == SQLiteHeader.magic else {
      throw .notReplaceable(path: path, found: "a file that is no SQLite database")
    }
    do throws(TileStorageError) {
      let bounds = try DatabaseBounds(path: path)
      if let found = try reason(store(at: path, bounds: bounds), bounds) {
        throw .notReplaceable(path: path, found: found)
      }
    } catch {
      if case .database(_, _, let code, let message) = error,
        SQLiteCode.category(of: code) == .badInput
      {
        throw .notReplaceable(path: path, found: "a database that cannot be read: \(message)")
      }
      throw error
    }
  }

  static func publication(
    at path: String, applicationID: Int, isCancelled: @escaping () -> Bool
  ) throws(TileStorageError) -> SQLiteConnection {
    let file = try SQLiteConnection(path: path, access: .create)
    file.stop(when: isCancelled)
    for setting in [
      "page_size = 4096", "encoding = 'UTF-8'", "auto_vacuum = NONE",
      "application_id = \(applicationID)",
      // The file is under no other name and made durable as a whole before it is published.
      "journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE", "cache_size = -4096",
    ] { try file.execute("PRAGMA \(setting)") }
    return file
  }

  func confirmSound() throws(TileStorageError) {
    let check = try prepare("PRAGMA quick_check(1)")
    let answer = try check.step() ? try check.text(0) : nil
    guard answer == "ok" else {
      throw .corrupt(
        path: path, location: "the file just written", found: answer ?? "no answer",
        expected: "ok from quick_check")
    }
  }
}
