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
  private let path: String
  private let lock = Guarded(())
  private let connection: SQLiteConnection
  private let selectBlock: SQLiteStatement

  /// The form of the file.
  fileprivate static let version = 2

  /// Opens the record of an output.
  ///
  /// - Parameters:
  ///   - path: The output.
  ///   - digest: The digest of its tiles.
  ///   - identity: What the build depends on besides its images.
  /// - Returns: `nil` when there is none, it is of another output or build, or it is damaged.
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
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
    connection = try SQLiteConnection(path: path, access: .read)
    let facts = try connection.prepare("SELECT version, digest, identity, images FROM facts")
    guard try facts.step(), facts.integer(0) == Self.version,
      try facts.text(1) == digest.hexadecimal,
      try facts.withBlob(2, { $0.map { Array($0) } }) == identity.encoded,
      let images = try facts.withBlob(3, { $0.map { Array($0) } })
    else { return nil }
    facts.reset()
    self.images = images
    self.path = path
    selectBlock = try connection.prepare("SELECT hash, bytes FROM blocks WHERE id = ?")
  }

  /// An error that the record is damaged.
  package func damage(_ reason: String) -> TileStorageError {
    .outputChanged(path: path, found: reason)
  }

  /// What was added under a number.
  ///
  /// - Throws: ``TileStorageError/outputChanged(path:found:)`` when it is not there or another, or
  ///   ``TileStorageError/database(operation:path:code:message:)``.
  package func block(_ id: Int) throws(TileStorageError) -> [UInt8] {
    try lock.withLock { _ throws(TileStorageError) in
      selectBlock.bind(id, at: 1)
      defer { selectBlock.reset() }
      do throws(TileStorageError) {
        if try selectBlock.step(), let bytes = try Self.confirmedBytes(of: selectBlock) {
          return bytes
        }
      } catch {
        guard case .database(_, _, let code, _) = error, SQLiteCode.category(of: code) == .badInput
        else { throw error }
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
}

/// An update record that is being written; it counts once it is published.
///
/// SAFETY: all is used under the lock.
package final class UpdateRecordDraft: @unchecked Sendable {
  private let lock = Guarded(())
  private let path: String
  /// The output that it is of.
  package let output: String
  private var connection: SQLiteConnection?
  private var insertBlock: SQLiteStatement?

  /// Begins a record beside an output.
  ///
  /// - Throws: ``TileStorageError``.
  package init(forOutput output: String) throws(TileStorageError) {
    self.output = output
    path = Self.path(ofOutput: output) + ".next"
    try FileSystem.removeFile(path)
    let connection = try SQLiteConnection(path: path, access: .create)
    for statement in [
      "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE",
      "CREATE TABLE facts (version INTEGER, digest TEXT, identity BLOB, images BLOB)",
      "CREATE TABLE blocks (id INTEGER PRIMARY KEY, hash INTEGER, bytes BLOB)", "BEGIN",
    ] { try connection.execute(statement) }
    self.connection = connection
    insertBlock = try connection.prepare("INSERT INTO blocks (id, hash, bytes) VALUES (?, ?, ?)")
  }

  deinit { discard() }

  fileprivate static func path(ofOutput path: String) -> String {
    OutputPath(path).sibling(suffix: "update")
  }

  fileprivate static func hash(of bytes: [UInt8]) -> Int {
    Int(bitPattern: UInt(Hash128(hashing: bytes).low))
  }

  /// Adds bytes under a number, each once.
  ///
  /// - Throws: ``TileStorageError/database(operation:path:code:message:)``.
  package func add(_ bytes: [UInt8], as id: Int) throws(TileStorageError) {
    let hash = Self.hash(of: bytes)
    try lock.withLock { _ throws(TileStorageError) in
      guard let insertBlock else { return }
      insertBlock.bind(id, at: 1)
      insertBlock.bind(hash, at: 2)
      try bytes[...].withContiguousBytes { (raw) throws(TileStorageError) in
        insertBlock.bind(raw, at: 3)
        try insertBlock.run()
      }
    }
  }

  /// Puts the record in place of an earlier one; it counts once the output with the digest is published.
  ///
  /// - Throws: ``TileStorageError``.
  package func publish(
    digest: ContentDigest, identity: BuildIdentity, images: [UInt8]
  ) throws(TileStorageError) {
    try lock.withLock { _ throws(TileStorageError) in
      guard let connection else { return }
      insertBlock = nil
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
      try connection.execute("COMMIT")
      self.connection = nil
      try AtomicRename.replace(Self.path(ofOutput: output), with: path)
    }
  }

  /// Removes it.
  package func discard() {
    lock.withLock { _ in
      insertBlock = nil
      guard connection != nil else { return }
      connection = nil
      unlink(path)
    }
  }
}
