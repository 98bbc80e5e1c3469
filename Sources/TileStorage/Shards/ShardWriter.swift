import Platform
package import TileModel

/// Writes the tiles of a shard, and what they carry to the zooms above, into a file of a job.
///
/// It is the database in which a store in one file grows, with the pieces and the facts besides. It appears under
/// its name when all of it is there, unless another process was first.
package final class ShardWriter: TileWriter, PartialTileset, CarriedPieceWriter, @unchecked Sendable
{
  // SAFETY: the protocol confines a writer to one thread at a time.

  private let output: OutputPath
  package let staging: StagingFolder
  private var database: StagingDatabase?
  private var insertPiece: SQLiteStatement?
  private var summary = TilesetSummary()
  private var facts: ShardFacts

  /// Starts a shard.
  ///
  /// - Parameters:
  ///   - path: Its file.
  ///   - facts: What is known of it before.
  ///   - use: What becomes of the work of an earlier process, and of this one's.
  /// - Throws: ``TileStorageError/outputBusy(path:)`` while another process makes it, or another
  ///   ``TileStorageError``.
  package init(path: String, facts: ShardFacts, use: PartialOutputUse) throws(TileStorageError) {
    output = OutputPath(path)
    self.facts = facts
    staging = try StagingFolder(for: output, adopting: use == .resumed)
    if use != .resumed { try open() }
  }

  private func open() throws(TileStorageError) {
    let database = try StagingDatabase(
      path: staging.path(StagingFolder.databaseName), pageSize: 65_536, contentCapacity: nil)
    for sql in Self.schema { try database.prepare(sql).run() }
    try use(database)
  }

  private func use(_ database: StagingDatabase) throws(TileStorageError) {
    self.database = database
    insertPiece = try database.prepare(
      "INSERT OR REPLACE INTO piece (step, kind, part, x, hash, bytes) VALUES (?, ?, ?, ?, ?, ?)")
  }

  private static let schema = [
    """
    CREATE TABLE piece (step INTEGER, kind INTEGER, part INTEGER, x INTEGER, hash INTEGER, bytes BLOB,
      PRIMARY KEY (step, kind, part, x)) WITHOUT ROWID
    """,
    """
    CREATE TABLE facts (version INTEGER, key TEXT, digest TEXT, tiles INTEGER,
      bytes INTEGER, flattened INTEGER, milliseconds INTEGER, host TEXT)
    """,
  ]

  package func write(
    _ tile: TileFile, at coordinate: TileCoordinate
  ) throws(TileStorageError) {
    try active.insert(tile, at: coordinate)
    summary.tileCount += 1
    summary.tileBytes += tile.bytes.count
  }

  package func carry(_ piece: CarriedPiece) throws(TileStorageError) {
    try active.begin()
    guard let insertPiece else { return }
    let address = piece.address
    for (index, number) in [address.step, address.kind.rawValue, address.part, address.column]
      .enumerated()
    {
      insertPiece.bind(number, at: Int32(index + 1))
    }
    insertPiece.bind(ShardFacts.hash(of: piece.bytes), at: 5)
    try piece.bytes[...].withContiguousBytes { (raw) throws(TileStorageError) in
      insertPiece.bind(raw, at: 6)
      try insertPiece.run()
    }
  }

  package func commit() throws(TileStorageError) { try active.commit() }

  /// States how long the process took, before the end.
  package func note(flattenedTileCount: Int, seconds: Double, host: String) {
    facts.flattenedTileCount = flattenedTileCount
    facts.seconds = seconds
    facts.host = host
  }

  package func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    try finish(
      definition, isCancelled: { false }, record: { (_, _) throws(TileStorageError) in },
      atPublication: { () throws(TileStorageError) in })
  }

  package func finish(
    _ definition: LayerDefinition, isCancelled: @escaping @Sendable () -> Bool,
    record: (_ document: [UInt8], _ path: String) throws(TileStorageError) -> Void,
    atPublication: () throws(TileStorageError) -> Void
  ) throws(TileStorageError) -> TilesetSummary {
    let database = active
    try database.begin()
    try database.prepare("DELETE FROM facts").run()
    let insert = try database.prepare("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    insert.bind(ShardFacts.version, at: 1)
    insert.bind(facts.key, at: 2)
    insert.bind(definition.digest.hexadecimal, at: 3)
    insert.bind(summary.tileCount, at: 4)
    insert.bind(summary.tileBytes, at: 5)
    insert.bind(facts.flattenedTileCount, at: 6)
    insert.bind(Int(facts.seconds * 1000), at: 7)
    insert.bind(facts.host, at: 8)
    try insert.run()
    try database.commit()
    summary.distinctTileCount = database.contentCount
    insertPiece = nil
    self.database = nil
    let file = staging.path(StagingFolder.databaseName)
    try FileSystem.synchronize(file)
    try atPublication()
    try AtomicRename.publish(file, as: output.path)
    try FileSystem.synchronize(output.folder)
    var status = stat()
    if lstat(output.path, &status) == 0 { summary.storedBytes = Int(status.st_size) }
    summary.leftOver = staging.remove()
    return summary
  }

  package func abandon() {
    insertPiece = nil
    database = nil
    staging.remove()
  }

  private var active: StagingDatabase {
    guard let database else { preconditionFailure("the writer was finished or abandoned") }
    return database
  }

  // MARK: Partial output

  package var checkpointName: String { StagingFolder.checkpoint }

  package var ownIdentity: BuildIdentity {
    var identity = SQLiteLibrary.identity
    identity.add("the key of the shard", facts.key)
    return identity
  }

  package func save(to draft: CheckpointDraft) throws(TileStorageError) {
    try active.save(to: draft)
  }

  package func restore(
    from checkpoint: Checkpoint, isCancelled: @escaping @Sendable () -> Bool
  ) throws(TileStorageError) {
    // What was carried after the checkpoint is carried again, in its place.
    try use(
      try StagingDatabase(
        in: staging, asOf: checkpoint, contentCapacity: nil, counting: &summary,
        isCancelled: isCancelled))
  }

  package func startOver(after damage: TileStorageError?) throws(TileStorageError) {
    summary = TilesetSummary()
    try staging.clear()
    try open()
  }

  package func leave() -> Bool {
    insertPiece = nil
    database = nil
    staging.keep()
    return true
  }
}
