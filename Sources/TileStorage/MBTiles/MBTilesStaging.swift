import CSQLite
import TileModel

/// The database in which an MBTiles file grows.
///
/// Its schema is its own: what is published is written anew from it (``MBTilesPublication``). It
/// commits when asked to, and a process that is killed leaves it as of the last commit. It is not
/// protected against power failures, which an unfinished file need not survive.
final class MBTilesStaging {
  /// The path that errors name.
  var path: String { connection.path }
  private let connection: SQLiteConnection
  private let insertContent: SQLiteStatement
  private let insertAddress: SQLiteStatement
  private let selectContent: SQLiteStatement
  private var inTransaction = false
  private var contents: ContentIndex<Int>
  /// The number of distinct images.
  private(set) var contentCount = 0

  /// Creates the database.
  init(path: String, contentCapacity: Int?) throws(TileStorageError) {
    connection = try SQLiteConnection(path: path, access: .create)
    try connection.execute("PRAGMA page_size = 4096")
    try connection.execute("PRAGMA journal_mode = TRUNCATE")
    try connection.execute("PRAGMA synchronous = OFF")
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try connection.execute("PRAGMA cache_size = -16384")
    try connection.execute(
      "CREATE TABLE content (id INTEGER PRIMARY KEY, low INTEGER, high INTEGER, data BLOB)")
    try connection.execute(
      """
      CREATE TABLE address (zoom INTEGER, y INTEGER, x INTEGER, content INTEGER,
        PRIMARY KEY (zoom, y, x)) WITHOUT ROWID
      """)
    insertContent = try connection.prepare(
      "INSERT INTO content (id, low, high, data) VALUES (?, ?, ?, ?)")
    insertAddress = try connection.prepare(
      "INSERT INTO address (zoom, y, x, content) VALUES (?, ?, ?, ?)")
    selectContent = try connection.prepare("SELECT data FROM content WHERE id = ?")
    contents = contentCapacity.map { ContentIndex(capacity: $0) } ?? ContentIndex()
  }

  /// Adds a tile; its bytes are stored unless equal ones are.
  func insert(
    _ tile: UnsafeRawBufferPointer, at coordinate: TileCoordinate
  ) throws(TileStorageError) {
    if !inTransaction {
      try connection.execute("BEGIN IMMEDIATE")
      inTransaction = true
    }
    let hash = ContentHash(tile)
    var id = contents.place(of: hash)
    // The bytes are compared because equal hashes only make equal contents likely.
    if let known = id, try !holds(tile, id: known) { id = nil }
    let isNew = id == nil
    let content = id ?? contentCount + 1
    insertAddress.bind(coordinate.zoom, at: 1)
    insertAddress.bind(coordinate.y, at: 2)
    insertAddress.bind(coordinate.x, at: 3)
    insertAddress.bind(content, at: 4)
    if try insertAddress.run() != SQLITE_OK {
      throw .duplicateTile(coordinate, path: connection.path)
    }
    guard isNew else { return }
    insertContent.bind(content, at: 1)
    insertContent.bind(Int(bitPattern: UInt(hash.low)), at: 2)
    insertContent.bind(Int(bitPattern: UInt(hash.high)), at: 3)
    insertContent.bind(tile, at: 4)
    try insertContent.run()
    contentCount = content
    contents.remember(hash, at: content)
  }

  /// Makes all work so far survive a kill.
  func commit() throws(TileStorageError) {
    guard inTransaction else { return }
    try connection.execute("COMMIT")
    inTransaction = false
  }

  /// Compiles a statement over the tables `content` and `address`.
  func prepare(_ sql: String) throws(TileStorageError) -> SQLiteStatement {
    try connection.prepare(sql)
  }

  private func holds(
    _ tile: UnsafeRawBufferPointer, id: Int
  ) throws(TileStorageError) -> Bool {
    selectContent.bind(id, at: 1)
    defer { selectContent.reset() }
    guard try selectContent.step() else { return false }
    return selectContent.withBlob(0) { stored in
      guard let stored else { return false }
      return stored.elementsEqual(tile)
    }
  }
}
