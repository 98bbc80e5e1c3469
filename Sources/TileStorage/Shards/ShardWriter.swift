package import TileModel

/// Writes the tiles of a shard into a file of a job.
///
/// It is a staging database with the shard's facts, and a block log beside it. It appears under its name
/// when it is complete, unless another process was first.
package final class ShardWriter: TileWriter, StagedTileset, @unchecked Sendable {
  // SAFETY: the protocol confines a writer to one thread at a time.

  private let output: OutputPath
  let tiles: StagedTiles
  private var facts: ShardFacts
  package var resumption: Resumption?

  package init(path: String, facts: ShardFacts, use: PartialOutputUse) throws(TileStorageError) {
    output = OutputPath(path)
    self.facts = facts
    tiles = try StagedTiles(for: output, use, pageSize: 65_536, schema: Self.schema)
  }

  private static let schema = [
    """
    CREATE TABLE facts (version INTEGER, key TEXT, digest TEXT, tiles INTEGER,
      bytes INTEGER, flattened INTEGER, milliseconds INTEGER, host TEXT)
    """
  ]

  /// `seconds` is the duration of the process.
  package func note(flattenedTileCount: Int, seconds: Double, host: String) {
    facts.flattenedTileCount = flattenedTileCount
    facts.seconds = seconds
    facts.host = host
  }

  package func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    let database = tiles.database
    try database.begin()
    try database.prepare("DELETE FROM facts").run()
    let insert = try database.prepare("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    insert.bind(
      ShardFacts.version, facts.key, definition.digest.hexadecimal, tiles.summary.tileCount,
      tiles.summary.tileBytes, facts.flattenedTileCount, Int(facts.seconds * 1000), facts.host)
    try insert.run()
    try database.commit()
    tiles.summary.distinctTileCount = database.contentCount
    tiles.close()
    let log = staging.path(logName)
    for path in [tiles.path, log] { try FileSystem.synchronize(path) }
    try AtomicRename.replace(ShardFile.log(of: output.path), with: log)
    try endResumption()
    try AtomicRename.publish(tiles.path, as: output.path)
    try tiles.noteStored(output)
    tiles.summary.leftOver = staging.remove()
    return tiles.summary
  }

  package var ownIdentity: BuildIdentity {
    var identity = SQLiteLibrary.identity
    identity.add(ShardFile.keyName, facts.key)
    return identity
  }
}
