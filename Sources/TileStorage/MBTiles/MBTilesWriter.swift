#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
public import TileModel

/// Writes an MBTiles 1.3 file, with its layer definition beside it as `NAME.layer.json`.
///
/// Tiles grow in a database in a hidden folder beside the output, from which the final file is
/// written, checked and made durable before it is renamed into place. The layer definition is a
/// metadata row, `tilepyramid`, as well. An old layer definition is removed before the new file
/// appears and the new one is renamed into place after it: a crash between leaves a file without a
/// layer definition beside it, whose row still says all, and never two that disagree.
public final class MBTilesWriter: TileWriter, @unchecked Sendable {
  // SAFETY: the protocol confines a writer to one thread at a time; the database is opened without
  // the thread's own locks for the same reason.

  private let output: OutputPath
  private let overwrite: Bool
  private let folder: StagingFolder
  private var staging: MBTilesStaging?
  private var summary = TilesetSummary()

  /// Starts a file that is to appear at `path`.
  ///
  /// - Parameters:
  ///   - path: The final path of the file.
  ///   - overwrite: Whether a file of this package that is there is replaced.
  /// - Throws: What ``TileOutput/check(path:kind:overwrite:)`` throws,
  ///   ``TileStorageError/outputBusy(path:)`` or an error of the database.
  public convenience init(path: String, overwrite: Bool = false) throws(TileStorageError) {
    try self.init(path: path, overwrite: overwrite, contentCapacity: nil)
  }

  /// Starts a file of a tree that the caller publishes when all of its files are finished.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - name: The path of the file, relative to the tree, in a folder that exists.
  /// - Throws: ``TileStorageError/unsafePath(_:reason:)`` when the path leaves the tree, or what
  ///   ``init(path:overwrite:)`` throws.
  public convenience init(in tree: OutputTree, named name: String) throws(TileStorageError) {
    try TilePathRules.validate(path: name)
    try self.init(path: tree.shown(name), overwrite: false, contentCapacity: nil)
  }

  /// Starts a file; `contentCapacity` images, or twice as many, are remembered in order to share
  /// them.
  package init(
    path: String, overwrite: Bool, contentCapacity: Int?
  ) throws(TileStorageError) {
    try TileOutput.check(path: path, kind: .mbtiles, overwrite: overwrite)
    output = OutputPath(path)
    self.overwrite = overwrite
    folder = try StagingFolder(for: output)
    staging = try MBTilesStaging(path: folder.path("tiles.db"), contentCapacity: contentCapacity)
  }

  /// Adds one encoded tile.
  ///
  /// - Throws: ``TileStorageError/duplicateTile(_:path:)`` or
  ///   ``TileStorageError/database(operation:path:code:message:)``.
  public func write(
    _ tile: [UInt8], at coordinate: TileCoordinate
  ) throws(TileStorageError) {
    let staging = active
    try tile[...].withContiguousBytes { (raw) throws(TileStorageError) in
      try staging.insert(raw, at: coordinate)
    }
    summary.tileCount += 1
    summary.tileBytes += tile.count
  }

  /// Commits the tiles written so far, which then survive a kill of the process.
  public func checkpoint() throws(TileStorageError) { try active.commit() }

  /// Writes, checks and publishes the file and the layer definition beside it.
  public func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    let staging = active
    let sidecar = output.layerSidecar
    let document = try LayerDefinitionDocument(definition).encoded(for: sidecar)
    try staging.commit()
    summary.distinctTileCount = staging.contentCount
    let file = folder.path("published.mbtiles")
    try MBTilesPublication.write(
      staging, metadata: MBTilesMetadata.entries(for: definition, document: document), to: file)
    try FileSystem.synchronize(file)
    let sidecarDraft = folder.path("layer.json")
    try FileSystem.create(sidecarDraft, containing: document)

    let replaces = try TileOutput.checkReplaceable(output, kind: .mbtiles, overwrite: overwrite)
    if replaces {
      try FileSystem.removeFile(sidecar)
      try AtomicRename.replace(output.path, with: file)
    } else {
      if overwrite { try FileSystem.removeFile(sidecar) }
      try AtomicRename.publish(file, as: output.path)
    }
    try AtomicRename.replace(sidecar, with: sidecarDraft)
    try FileSystem.synchronize(output.folder)
    var status = stat()
    if lstat(output.path, &status) == 0 { summary.storedBytes = Int(status.st_size) }
    abandon()
    return summary
  }

  /// Removes the staging database.
  public func abandon() {
    staging = nil
    folder.remove()
  }

  private var active: MBTilesStaging {
    guard let staging else { preconditionFailure("the writer was finished or abandoned") }
    return staging
  }
}
