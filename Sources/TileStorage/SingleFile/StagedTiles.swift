import Platform
import TileModel

/// Tiles in a staging database beside their output.
final class StagedTiles {
  let staging: StagingFolder
  var summary = TilesetSummary()
  private let pageSize: Int
  /// Least number of images that are remembered for deduplication; `nil` for the default.
  private let contentCapacity: Int?
  private let schema: [String]
  private var opened: StagingDatabase?

  init(
    for output: OutputPath, _ use: PartialOutputUse, pageSize: Int = 4096,
    contentCapacity: Int? = nil, schema: [String] = []
  ) throws(TileStorageError) {
    (self.pageSize, self.contentCapacity, self.schema) = (pageSize, contentCapacity, schema)
    staging = try StagingFolder(for: output, adopting: use == .resumed)
    if use != .resumed { try open() }
  }

  var path: String { staging.path(StagingFolder.databaseName) }

  var database: StagingDatabase {
    guard let opened else { preconditionFailure("the writer was finished or abandoned") }
    return opened
  }

  func close() { opened = nil }

  fileprivate func open() throws(TileStorageError) {
    let database = try StagingDatabase(
      path: path, pageSize: pageSize, contentCapacity: contentCapacity)
    for sql in schema { try database.prepare(sql).run() }
    opened = database
  }

  fileprivate func restore(
    _ extent: StagingExtent, isCancelled: @escaping @Sendable () -> Bool
  ) throws(TileStorageError) -> PyramidRecord {
    // The rest of a publication that was killed is made again.
    for name in [StagingFolder.publishedName, StagingFolder.sidecarName] {
      try FileSystem.removeFile(staging.path(name))
    }
    guard try FileSystem.kind(of: path, followingLinks: false) == .file else {
      throw .savedWorkDamaged(path: path, reason: "its database is missing")
    }
    var record = PyramidRecord()
    opened = try StagingDatabase(
      adopting: path, extent: extent, contentCapacity: contentCapacity, isCancelled: isCancelled
    ) { record.add($1, byteCount: $2, at: $0, format: $3) }
    (summary.tileCount, summary.tileBytes) = (record.tileCount, record.byteCount)
    return record
  }

  func noteStored(_ output: OutputPath) throws(TileStorageError) {
    try FileSystem.synchronize(output.folder)
    var status = stat()
    if lstat(output.path, &status) == 0 { summary.storedBytes = Int(status.st_size) }
  }
}

/// A tileset with its tiles in a staging database.
protocol StagedTileset: PartialTileset {
  var tiles: StagedTiles { get }
}

extension StagedTileset {
  package func write(_ tile: TileFile, at coordinate: TileCoordinate) throws(TileStorageError) {
    try tiles.database.insert(tile, at: coordinate)
    tiles.summary.tileCount += 1
    tiles.summary.tileBytes += tile.bytes.count
  }

  package func commit() throws(TileStorageError) { try tiles.database.commit() }

  package func abandon() {
    tiles.close()
    tiles.staging.remove()
  }

  package var staging: StagingFolder { tiles.staging }

  package var logName: String { StagingFolder.logName }

  package func save() throws(TileStorageError) -> [Int] {
    try tiles.database.commit()
    return [tiles.database.addressCount, tiles.database.contentCount]
  }

  package func restore(
    _ saved: [Int], isCancelled: @escaping @Sendable () -> Bool
  ) throws(TileStorageError) -> PyramidRecord {
    guard saved.count == 2 else {
      throw .savedWorkDamaged(path: tiles.path, reason: "its extent is missing")
    }
    return try tiles.restore(
      StagingExtent(addressCount: saved[0], contentCount: saved[1]), isCancelled: isCancelled)
  }

  package func startOver(after damage: TileStorageError?) throws(TileStorageError) {
    tiles.summary = TilesetSummary()
    try tiles.staging.clear()
    try tiles.open()
  }

  package func leave() -> Bool {
    tiles.close()
    tiles.staging.keep()
    return true
  }
}
