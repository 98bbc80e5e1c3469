import CSQLite
import TileModel

/// Writes the MBTiles file that is published from a staging database.
///
/// One transaction inserts in an order that addresses alone decide: images by the first address that shows
/// them. Equal tiles and metadata give equal bytes for one version of SQLite, whatever the order of tiles
/// and the interruptions. `VACUUM INTO` would keep the order of insertion and staging data.
///
/// Equal tiles share a row of `tiles_data` by an integer id. Hash texts as ids would cost 32 bytes in every
/// address and an index. An integer takes one to four bytes and is the row's own key.
enum MBTilesPublication {
  /// "MPBX", the application id of MBTiles files.
  static let applicationID = 0x4D50_4258

  static let publisher = SingleFilePublisher(
    identity: SQLiteLibrary.identity,
    metadata: { MBTilesMetadata.entries(for: $0, document: $1) }, write: write)

  @Sendable private static func write(
    _ publication: SingleFilePublication
  ) throws(TileStorageError) -> Int {
    let staging = publication.tiles
    let file = try SQLiteConnection.publication(
      at: publication.path, applicationID: applicationID, isCancelled: publication.isCancelled)
    try file.execute("BEGIN IMMEDIATE")
    for statement in schema { try file.execute(statement) }
    let insert = try file.prepare("INSERT INTO metadata (name, value) VALUES (?, ?)")
    for entry in MBTilesMetadata.entries(
      for: publication.definition, document: publication.document)
    {
      insert.bind(entry.name, entry.value)
      try insert.run()
    }
    let hash = AggregateHash()
    let contentCount = try copyTiles(of: staging, to: file, hash)
    insert.bind(AggregateHash.row, hash.finish())
    try insert.run()
    try file.execute("COMMIT")
    try file.confirmSound()
    return contentCount
  }

  private static let schema = [
    "CREATE TABLE metadata (name TEXT, value TEXT)", "CREATE UNIQUE INDEX name ON metadata (name)",
    "CREATE TABLE tiles_data (tile_data_id INTEGER PRIMARY KEY, tile_data BLOB)",
    """
    CREATE TABLE tiles_shallow (
      zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data_id INTEGER,
      PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID
    """,
    """
    CREATE VIEW tiles AS
      SELECT tiles_shallow.zoom_level AS zoom_level, tiles_shallow.tile_column AS tile_column,
        tiles_shallow.tile_row AS tile_row, tiles_data.tile_data AS tile_data
      FROM tiles_shallow JOIN tiles_data ON tiles_shallow.tile_data_id = tiles_data.tile_data_id
    """,
  ]

  /// Returns the number of distinct images; memory is four bytes for each.
  private static func copyTiles(
    of staging: StagingDatabase, to file: SQLiteConnection, _ hash: AggregateHash
  ) throws(TileStorageError) -> Int {
    let repeats = try staging.repeatedContents()
    var ids = [UInt32](repeating: 0, count: staging.contentCount + 1)
    var last: UInt32 = 0
    let addresses = try staging.prepare(
      "SELECT zoom, x, y, content FROM address ORDER BY zoom, x, y DESC")
    let insertImage = try file.prepare(
      "INSERT INTO tiles_data (tile_data_id, tile_data) VALUES (?, ?)")
    let insertAddress = try file.prepare(
      """
      INSERT INTO tiles_shallow (zoom_level, tile_column, tile_row, tile_data_id)
        VALUES (?, ?, ?, ?)
      """)
    while try addresses.step() {
      try file.checkCancellation()
      guard let zoom = addresses.integer(0), let x = addresses.integer(1),
        let y = addresses.integer(2), let stored = addresses.integer(3),
        let tile = TileCoordinate(zoom: zoom, x: x, y: y), ids.indices.contains(stored)
      else { throw staging.unexpectedRow }
      let content = repeats[stored] ?? stored
      let isNew = ids[content] == 0
      if isNew {
        last += 1
        ids[content] = last
      }
      let isThere = try staging.withContent(content) { (raw) throws(TileStorageError) in
        hash.add(tile, raw)
        guard isNew else { return }
        insertImage.bind(Int(last), raw)
        try insertImage.run()
      }
      guard isThere else { throw staging.unexpectedRow }
      insertAddress.bind(tile.zoom, tile.x, tile.tmsRow, Int(ids[content]))
      try insertAddress.run()
    }
    return Int(last)
  }
}
