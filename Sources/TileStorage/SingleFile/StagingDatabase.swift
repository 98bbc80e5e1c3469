import CSQLite
import Hashing
import TileModel

/// Extent of a staging database.
struct StagingExtent: Hashable, Sendable {
  var addressCount: Int
  var contentCount: Int
}

/// The database in which a single-file store grows.
///
/// Its schema is private: ``SingleFilePublisher`` writes the published file. A killed process leaves the
/// last commit. Power failures are not guarded against, but the images' hashes reveal them.
final class StagingDatabase {
  var path: String { connection.path }
  private let connection: SQLiteConnection
  private let insertContent: SQLiteStatement
  private let insertAddress: SQLiteStatement
  private let selectContent: SQLiteStatement
  /// Files with images that are not copied here: a replaced file, or merged shards.
  private var bases = ImageFiles()
  private var inTransaction = false
  private var contents: ContentIndex<Int>
  private(set) var contentCount = 0
  private(set) var addressCount = 0
  var forgetsContents: Bool { contentCount > contents.capacity }

  convenience init(
    path: String, pageSize: Int = 4096, contentCapacity: Int?
  ) throws(TileStorageError) {
    let connection = try SQLiteConnection(path: path, access: .create)
    try connection.execute("PRAGMA page_size = \(pageSize)")
    try self.init(connection, contentCapacity: contentCapacity, isNew: true)
  }

  convenience init(
    adopting path: String, extent: StagingExtent, contentCapacity: Int?,
    isCancelled: @escaping () -> Bool = { false },
    _ body: (TileCoordinate, Hash128, _ byteCount: Int, TileFormat?) -> Void
  ) throws(TileStorageError) {
    do throws(TileStorageError) {
      let connection = try SQLiteConnection(path: path, access: .readWrite)
      try self.init(connection, contentCapacity: contentCapacity, isNew: false)
      connection.stop(when: isCancelled)
      defer { connection.stop { false } }
      try truncate(to: extent)
      try confirmContents()
      try replay(body)
    } catch {
      // Work that was not looked at to its end is not damaged.
      guard !isCancelled(), case .database(_, _, let code, let message) = error,
        SQLiteCode.category(of: code) == .badInput
      else { throw error }
      throw .savedWorkDamaged(path: path, reason: message)
    }
  }

  private init(
    _ connection: SQLiteConnection, contentCapacity: Int?, isNew: Bool
  ) throws(TileStorageError) {
    self.connection = connection
    try connection.execute("PRAGMA journal_mode = TRUNCATE")
    try connection.execute("PRAGMA synchronous = OFF")
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try connection.execute("PRAGMA cache_size = -4096")
    if isNew { for statement in Self.schema { try connection.execute(statement) } }
    insertContent = try connection.prepare(
      "INSERT INTO content (id, low, high, size, data, base, image) VALUES (?, ?, ?, ?, ?, ?, ?)")
    insertAddress = try connection.prepare(
      "INSERT INTO address (zoom, y, x, content, sequence) VALUES (?, ?, ?, ?, ?)")
    selectContent = try connection.prepare(
      "SELECT data, base, image, low, high, size FROM content WHERE id = ?")
    contents = contentCapacity.map { ContentIndex(capacity: $0) } ?? ContentIndex()
  }

  private static let schema = [
    // An image has data, or an id in one of the files from which it is copied at the end.
    """
    CREATE TABLE content (id INTEGER PRIMARY KEY, low INTEGER, high INTEGER, size INTEGER, data BLOB,
      base INTEGER, image INTEGER)
    """,
    // The sequence tells the order of writing, from 0.
    """
    CREATE TABLE address (zoom INTEGER, y INTEGER, x INTEGER, content INTEGER, sequence INTEGER,
      PRIMARY KEY (zoom, y, x)) WITHOUT ROWID
    """,
  ]

  func insert(_ file: TileFile, at coordinate: TileCoordinate) throws(TileStorageError) {
    try file.bytes[...].withContiguousBytes { (raw) throws(TileStorageError) in
      try insert(raw, file.hash, try place(of: file), at: coordinate)
    }
  }

  /// An image of a base file that is not copied here yet.
  private struct Place: Equatable {
    let base: Int
    let image: Int
  }

  private func place(of file: TileFile) throws(TileStorageError) -> Place? {
    guard case .image(let number, let holder)? = file.origin else { return nil }
    return Place(base: bases.number(of: holder), image: number)
  }

  private func insert(
    _ tile: UnsafeRawBufferPointer, _ hash: Hash128, _ place: Place?, at coordinate: TileCoordinate
  ) throws(TileStorageError) {
    try begin()
    var id = contents.location(of: hash)
    // The bytes are compared because equal hashes only make equal contents likely.
    if let known = id, try !holds(tile, place, id: known) { id = nil }
    let isNew = id == nil
    let content = id ?? contentCount + 1
    insertAddress.bind(coordinate.zoom, coordinate.y, coordinate.x, content, addressCount)
    if try insertAddress.run() != SQLITE_OK {
      throw .duplicateTile(coordinate, path: connection.path)
    }
    addressCount += 1
    guard isNew else { return }
    insertContent.bind(
      content, Int(bitPattern: UInt(hash.low)), Int(bitPattern: UInt(hash.high)), tile.count,
      place == nil ? tile : nil, place?.base, place?.image)
    try insertContent.run()
    contentCount = content
    contents.remember(hash, at: content)
  }

  private func truncate(to saved: StagingExtent) throws(TileStorageError) {
    for (sql, first) in [
      ("DELETE FROM address WHERE sequence >= ?", saved.addressCount),
      ("DELETE FROM content WHERE id > ?", saved.contentCount),
    ] {
      let statement = try connection.prepare(sql)
      statement.bind(first)
      try statement.run()
    }
    for (sql, expected) in [
      ("SELECT count(*) FROM address", saved.addressCount),
      ("SELECT count(*) FROM content", saved.contentCount),
    ] {
      let statement = try connection.prepare(sql)
      guard try statement.step(), statement.integer(0) == expected else {
        throw damage("its database lacks tiles")
      }
    }
  }

  private func confirmContents() throws(TileStorageError) {
    let images = try connection.prepare("SELECT id, low, high, data FROM content ORDER BY id")
    while try images.step() {
      try connection.checkCancellation()
      let hash = try images.withBlob(3) { $0.map { Hash128(hashing: $0) } }
      guard let hash, images.integer(0) == contentCount + 1,
        images.integer(1) == Int(bitPattern: UInt(hash.low)),
        images.integer(2) == Int(bitPattern: UInt(hash.high))
      else { throw damage("image \(contentCount + 1) of its database was changed") }
      contentCount += 1
    }
  }

  private func replay(
    _ body: (TileCoordinate, Hash128, _ byteCount: Int, TileFormat?) -> Void
  ) throws(TileStorageError) {
    let tiles = try connection.prepare(
      """
      SELECT zoom, y, x, content, low, high, size, sequence, substr(data, 1, 16)
        FROM address JOIN content ON content.id = address.content ORDER BY sequence
      """)
    var newest = 0
    while try tiles.step() {
      try connection.checkCancellation()
      guard let zoom = tiles.integer(0), let y = tiles.integer(1), let x = tiles.integer(2),
        let tile = TileCoordinate(zoom: zoom, x: x, y: y), let id = tiles.integer(3),
        let low = tiles.integer(4), let high = tiles.integer(5), let size = tiles.integer(6),
        tiles.integer(7) == addressCount, id <= newest + 1
      else { throw damage("tile \(addressCount) of its database is missing or unexpected") }
      addressCount += 1
      let hash = Hash128(low: UInt64(UInt(bitPattern: low)), high: UInt64(UInt(bitPattern: high)))
      _ = contents.location(of: hash)
      if id > newest {
        contents.remember(hash, at: id)
        newest = id
      }
      let head = try tiles.withBlob(8) { $0.map { Array($0) } }
      body(tile, hash, size, TileFile(head ?? []).format)
    }
  }

  private func damage(_ reason: String) -> TileStorageError {
    .savedWorkDamaged(path: connection.path, reason: reason)
  }

  var unexpectedRow: TileStorageError {
    .corrupt(
      path: path, location: "the unfinished database", found: "a missing or unexpected row",
      expected: "an image for every address")
  }

  func begin() throws(TileStorageError) {
    guard !inTransaction else { return }
    try connection.execute("BEGIN IMMEDIATE")
    inTransaction = true
  }

  /// Makes all writes survive a kill.
  func commit() throws(TileStorageError) {
    guard inTransaction else { return }
    try connection.execute("COMMIT")
    inTransaction = false
  }

  func prepare(_ sql: String) throws(TileStorageError) -> SQLiteStatement {
    try connection.prepare(sql)
  }

  private func holds(
    _ tile: UnsafeRawBufferPointer, _ place: Place?, id: Int
  ) throws(TileStorageError) -> Bool {
    selectContent.bind(id)
    defer { selectContent.reset() }
    guard try selectContent.step() else { return false }
    if let stored = storedPlace {
      if stored == place { return true }
      guard selectContent.integer(5) == tile.count else { return false }
      var isSame = false
      try bases.images(stored.base).withImage(stored.image, byteCount: tile.count) {
        isSame = $0.elementsEqual(tile)
      }
      return isSame
    }
    return try selectContent.withBlob(0) { stored in
      guard let stored else { return false }
      return stored.elementsEqual(tile)
    }
  }

  private var storedPlace: Place? {
    guard let base = selectContent.integer(1), bases.indices.contains(base),
      let image = selectContent.integer(2)
    else { return nil }
    return Place(base: base, image: image)
  }

  /// The bytes are valid only during the call.
  func withContent(
    _ id: Int, _ body: (UnsafeRawBufferPointer) throws(TileStorageError) -> Void
  ) throws(TileStorageError) -> Bool {
    selectContent.bind(id)
    defer { selectContent.reset() }
    guard try selectContent.step() else { return false }
    guard let stored = storedPlace else {
      try selectContent.withBlob(0) { (raw) throws(TileStorageError) in
        try body(raw ?? UnsafeRawBufferPointer(start: nil, count: 0))
      }
      return true
    }
    let base = try bases.images(stored.base)
    let (low, high) = (selectContent.integer(3), selectContent.integer(4))
    let byteCount = selectContent.integer(5) ?? 0
    try base.withImage(stored.image, byteCount: byteCount) { (raw) throws(TileStorageError) in
      let hash = Hash128(hashing: raw)
      guard low == Int(bitPattern: UInt(hash.low)), high == Int(bitPattern: UInt(hash.high)) else {
        throw .outputChanged(path: base.path, found: "an image that is another")
      }
      try body(raw)
    }
    return true
  }
}
