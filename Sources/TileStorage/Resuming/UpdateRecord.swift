import Hashing
import Platform
package import TileModel

/// What an update needs to know of the build before it, in a hidden file beside the output,
/// `.NAME.tilepyramid-update`.
///
/// It counts only for an output with the digest that it holds and for a build of the same identity. Nothing
/// of it is in the output, which is complete without it: an update that finds none makes every tile again.
///
/// SAFETY: the connection and its statement are used under the lock.
package final class UpdateRecord: @unchecked Sendable {
  /// What the build noted of its images.
  package let images: [UInt8]
  fileprivate let path: String
  private let digest: String
  private let lock = Guarded(())
  private let connection: SQLiteConnection
  private let selectBlock: SQLiteStatement

  /// The form of the file.
  fileprivate static let version = 3

  /// Opens the record of an output.
  package static func find(
    forOutput path: String, digest: ContentDigest, identity: BuildIdentity
  ) throws(TileStorageError) -> UpdateRecord? {
    let file = UpdateRecordDraft.path(ofOutput: path)
    guard try FileSystem.kind(of: file, followingLinks: false) == .file else { return nil }
    do throws(TileStorageError) {
      return try UpdateRecord(file, digest: digest, identity: identity)
    } catch {
      // What it would spare is made again.
      return nil
    }
  }

  private init?(
    _ path: String, digest: ContentDigest, identity: BuildIdentity
  ) throws(TileStorageError) {
    // Changes that a stopped update left half made are undone, which writes.
    connection = try SQLiteConnection(path: path, access: .readWrite)
    let facts = try connection.prepare("SELECT version, digest, identity, images FROM facts")
    guard try facts.step(), facts.integer(0) == Self.version,
      try facts.text(1) == digest.hexadecimal,
      try facts.withBlob(2, { $0.map { Array($0) } }) == identity.encoded,
      let images = try facts.withBlob(3, { $0.map { Array($0) } })
    else { return nil }
    facts.reset()
    self.images = images
    self.path = path
    self.digest = digest.hexadecimal
    selectBlock = try connection.prepare("SELECT hash, bytes FROM blocks WHERE id = ?")
  }

  package func damage(_ reason: String) -> TileStorageError {
    .outputChanged(path: path, found: reason)
  }

  /// What was added under a number.
  package func block(_ id: Int) throws(TileStorageError) -> [UInt8] {
    try withConnection { _ throws(TileStorageError) in
      selectBlock.bind(id, at: 1)
      defer { selectBlock.reset() }
      if try selectBlock.step(), let bytes = try Self.confirmedBytes(of: selectBlock) {
        return bytes
      }
      throw damage("a block that is missing or another")
    }
  }

  /// The bytes of a row of a hash and bytes; `nil` where the hash is another.
  private static func confirmedBytes(
    of row: SQLiteStatement
  ) throws(TileStorageError) -> [UInt8]? {
    let bytes = try row.withBlob(1) { $0.map { Array($0) } }
    return row.integer(0) == bytes.map(UpdateRecordDraft.hash) ? bytes : nil
  }

  /// Uses the connection, of which pages that SQLite finds damaged are damage of the record.
  fileprivate func withConnection<Result>(
    _ body: (SQLiteConnection) throws(TileStorageError) -> Result
  ) throws(TileStorageError) -> Result {
    try lock.withLock { _ throws(TileStorageError) in
      do throws(TileStorageError) {
        return try body(connection)
      } catch {
        guard case .database(_, _, let code, let message) = error,
          SQLiteCode.category(of: code) == .badInput
        else { throw error }
        throw damage(message)
      }
    }
  }

  /// Begins to change the record; no other build can until this ends.
  fileprivate func begin() throws(TileStorageError) {
    try withConnection { connection throws(TileStorageError) in
      try connection.execute("BEGIN IMMEDIATE")
      let facts = try connection.prepare("SELECT digest FROM facts")
      guard try facts.step(), try facts.text(0) == digest else {
        throw damage("a record of another build")
      }
      facts.reset()
    }
  }
}

/// The update record of a build that is being made; it counts once it is published.
///
/// Where an earlier record goes on, its blocks that are added again are replaced, all of them at once when
/// it is published; SQLite undoes what a stopped update leaves.
///
/// SAFETY: all is used under the lock of the record or its own.
package final class UpdateRecordDraft: @unchecked Sendable {
  package let output: String
  /// The record that is changed; `nil` where a new one is made.
  private let base: UpdateRecord?
  private let path: String
  private let lock = Guarded(())
  /// The connection of a new record.
  private var connection: SQLiteConnection?
  private var insertBlock: SQLiteStatement?
  private var isOpen = true

  /// Begins a record beside an output.
  package init(forOutput output: String, changing base: UpdateRecord?) throws(TileStorageError) {
    self.output = output
    self.base = base
    path = Self.path(ofOutput: output) + ".next"
    let insert = "INSERT OR REPLACE INTO blocks (id, hash, bytes) VALUES (?, ?, ?)"
    if let base {
      try base.begin()
      insertBlock = try base.withConnection { connection throws(TileStorageError) in
        try connection.prepare(insert)
      }
      return
    }
    try FileSystem.removeFile(path)
    let connection = try SQLiteConnection(path: path, access: .create)
    for statement in [
      "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE",
      "CREATE TABLE facts (version INTEGER, digest TEXT, identity BLOB, images BLOB)",
      "CREATE TABLE blocks (id INTEGER PRIMARY KEY, hash INTEGER, bytes BLOB)", "BEGIN",
    ] { try connection.execute(statement) }
    self.connection = connection
    insertBlock = try connection.prepare(insert)
  }

  deinit { discard() }

  fileprivate static func path(ofOutput path: String) -> String {
    OutputPath(path).sibling(suffix: "update")
  }

  fileprivate static func hash(of bytes: [UInt8]) -> Int {
    Int(bitPattern: UInt(Hash128(hashing: bytes).low))
  }

  /// Adds bytes under a number, each once.
  package func add(_ bytes: [UInt8], as id: Int) throws(TileStorageError) {
    let hash = Self.hash(of: bytes)
    try withConnection { _ throws(TileStorageError) in
      guard let insertBlock else { return }
      insertBlock.bind(id, at: 1)
      insertBlock.bind(hash, at: 2)
      try bytes[...].withContiguousBytes { (raw) throws(TileStorageError) in
        insertBlock.bind(raw, at: 3)
        try insertBlock.run()
      }
    }
  }

  /// States what the record is of, before the output is published.
  package func describe(
    digest: ContentDigest, identity: BuildIdentity, images: [UInt8]
  ) throws(TileStorageError) {
    try withConnection { connection throws(TileStorageError) in
      try connection.execute("DELETE FROM facts")
      let facts = try connection.prepare("INSERT INTO facts VALUES (?, ?, ?, ?)")
      facts.bind(UpdateRecord.version, at: 1)
      facts.bind(digest.hexadecimal, at: 2)
      let identity = identity.encoded
      try identity[...].withContiguousBytes { (identity) throws(TileStorageError) in
        facts.bind(identity, at: 3)
        try images[...].withContiguousBytes { (images) throws(TileStorageError) in
          facts.bind(images, at: 4)
          try facts.run()
        }
      }
    }
  }

  /// Puts the record in place of the earlier one, once the output is published.
  ///
  /// A record that cannot be is removed: the output is complete without it.
  package func publish() {
    do throws(TileStorageError) {
      try withConnection { connection throws(TileStorageError) in
        guard isOpen else { return }
        insertBlock = nil
        try connection.execute("COMMIT")
        isOpen = false
        self.connection = nil
        guard base == nil else { return }
        let published = Self.path(ofOutput: output)
        // What a stopped update left to undo is of the earlier file.
        try FileSystem.removeFile(published + "-journal")
        try AtomicRename.replace(published, with: path)
      }
    } catch {
      discard()
      unlink(base == nil ? path : Self.path(ofOutput: output))
    }
  }

  /// Takes back what was added.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    insertBlock = nil
    if let base {
      do throws(TileStorageError) {
        try base.withConnection { connection throws(TileStorageError) in
          try connection.execute("ROLLBACK")
        }
      } catch {
        // The transaction ends with the connection.
      }
    } else {
      connection = nil
      unlink(path)
    }
  }

  private func withConnection(
    _ body: (SQLiteConnection) throws(TileStorageError) -> Void
  ) throws(TileStorageError) {
    if let base { return try base.withConnection(body) }
    try lock.withLock { _ throws(TileStorageError) in
      if let connection { try body(connection) }
    }
  }
}
