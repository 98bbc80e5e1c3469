import Platform
public import TileModel

/// Writes an MBTiles 1.3 file, with its layer definition beside it as `NAME.layer.json`.
///
/// Tiles grow in a database in a hidden folder beside the output, from which the final file is
/// written, checked and made durable before it is renamed into place. The layer definition is a
/// metadata row, `tilepyramid`, as well. An old layer definition is removed before the new file
/// appears and the new one is renamed into place after it: a crash between leaves a file without a
/// layer definition beside it, whose row still says all, and never two that disagree.
///
/// With a ``CheckpointPolicy`` that database outlives the process, and a later build goes on from a
/// checkpoint.
public final class MBTilesWriter: ResumableTileWriter, @unchecked Sendable {
  // SAFETY: the protocol confines a writer to one thread at a time; the database is opened without
  // the thread's own locks for the same reason.

  private let output: OutputPath
  private let overwrite: Bool
  private let folder: StagingFolder
  /// Whether the folder stays after the end, until the tree around the file is published.
  private let keepsFolder: Bool
  private var staging: MBTilesStaging?
  private var summary = TilesetSummary()
  private var checkpoints: CheckpointFile?
  private var hasCheckpoint = false
  private var lastFraction = 0.0

  /// Asked often while the file is published; when true, ``finish(_:)`` throws and leaves the work as
  /// before.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// The work of an earlier build that is carried on.
  public private(set) var savedWork: SavedWork?
  /// Why an earlier build's work could not be used.
  public private(set) var discardedWork: String?

  /// Starts a file that is to appear at `path`.
  ///
  /// - Parameters:
  ///   - path: The final path of the file.
  ///   - overwrite: Whether a file of this package that is there is replaced.
  ///   - checkpoints: Whether unfinished work survives, and is carried on; `nil` for neither.
  /// - Throws: What ``TileOutput/check(path:kind:overwrite:keepingOthers:)`` throws,
  ///   ``TileStorageError/outputBusy(path:)``, ``TileStorageError/savedWorkDiffers(path:_:)`` or an
  ///   error of the database.
  public convenience init(
    path: String, overwrite: Bool = false, checkpoints: CheckpointPolicy? = nil
  ) throws(TileStorageError) {
    try self.init(
      path: path, overwrite: overwrite, contentCapacity: nil, checkpoints: checkpoints)
  }

  /// Starts a file of a tree that the caller publishes when all of its files are finished.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - name: The name of the file in the tree.
  ///   - checkpoints: Whether unfinished work survives, and is carried on; `nil` for neither. Finished
  ///     work then survives, too, until the tree is published.
  /// - Throws: ``TileStorageError/unsafePath(_:reason:)`` when the path leaves the tree, or what
  ///   ``init(path:overwrite:checkpoints:)`` throws.
  public convenience init(
    in tree: OutputTree, named name: String, checkpoints: CheckpointPolicy? = nil
  ) throws(TileStorageError) {
    try TilePathRules.validate(path: name)
    let output = OutputPath(tree.shown(name))
    if checkpoints?.adoptsSavedWork == true {
      // What was finished is written out once more.
      try FileSystem.removeFile(output.path)
      try FileSystem.removeFile(output.layerDocument(dropping: MBTilesFile.fileExtension))
    }
    try self.init(
      output, stagedFor: OutputPath(tree.staging.path(name)), overwrite: false,
      contentCapacity: nil, checkpoints: checkpoints, keepsFolder: checkpoints != nil)
  }

  /// Starts a file; `contentCapacity` images, or twice as many, are remembered in order to share
  /// them.
  package convenience init(
    path: String, overwrite: Bool, contentCapacity: Int?,
    checkpoints: CheckpointPolicy? = nil
  ) throws(TileStorageError) {
    try self.init(
      OutputPath(path), stagedFor: OutputPath(path), overwrite: overwrite,
      contentCapacity: contentCapacity, checkpoints: checkpoints, keepsFolder: false)
  }

  private init(
    _ output: OutputPath, stagedFor place: OutputPath, overwrite: Bool, contentCapacity: Int?,
    checkpoints policy: CheckpointPolicy?, keepsFolder: Bool
  ) throws(TileStorageError) {
    try TileOutput.check(path: output.path, kind: .mbtiles, overwrite: overwrite)
    if let policy { isCancelled = policy.isCancelled }
    self.output = output
    self.overwrite = overwrite
    self.keepsFolder = keepsFolder
    let isAdopting = policy?.adoptsSavedWork ?? false
    folder = try StagingFolder(for: place, adopting: isAdopting)
    do throws(TileStorageError) {
      try prepare(policy, contentCapacity: contentCapacity)
    } catch {
      if isAdopting { folder.keep() }
      throw error
    }
  }

  /// Starts what a request asks for.
  @Sendable static func open(
    _ request: WritingRequest
  ) throws(TileStorageError) -> any ResumableTileWriter {
    let writer =
      switch request.place {
      case .output(let path, let replaces, _):
        try MBTilesWriter(path: path, overwrite: replaces, checkpoints: request.checkpoints)
      case .layer(let name, let tree, _):
        try MBTilesWriter(
          in: tree, named: "\(name).\(MBTilesFile.fileExtension)",
          checkpoints: request.checkpoints)
      }
    writer.isCancelled = request.isCancelled
    return writer
  }

  /// Adds one encoded tile.
  ///
  /// - Throws: ``TileStorageError/duplicateTile(_:path:)`` or
  ///   ``TileStorageError/database(operation:path:code:message:)``.
  public func write(
    _ tile: TileFile, at coordinate: TileCoordinate
  ) throws(TileStorageError) {
    let staging = active
    try tile.bytes[...].withContiguousBytes { (raw) throws(TileStorageError) in
      try staging.insert(raw, tile.hash, at: coordinate)
    }
    summary.tileCount += 1
    summary.tileBytes += tile.bytes.count
  }

  /// Commits the tiles written so far, which then survive a kill of the process.
  public func checkpoint() throws(TileStorageError) { try active.commit() }

  /// Writes, checks and publishes the file and the layer definition beside it.
  public func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    precondition(!definition.isHybrid, "an MBTiles file holds tiles of one format")
    let staging = active
    let sidecar = layerDocument
    let document = try LayerDefinitionDocument(definition).encoded(for: sidecar)
    try staging.commit()
    summary.distinctTileCount = staging.contentCount
    let file = folder.path(MBTilesFile.published)
    // What a call that was cancelled left is made anew.
    try FileSystem.removeFile(file)
    try MBTilesPublication.write(
      staging, metadata: MBTilesMetadata.entries(for: definition, document: document), to: file,
      isCancelled: isCancelled)
    try FileSystem.synchronize(file)
    let sidecarDraft = folder.path(Self.sidecarName)
    try FileSystem.create(sidecarDraft, containing: document)

    if case .file = try TileOutput.checkReplaceable(
      output, kind: .mbtiles, overwrite: overwrite)
    {
      try setSidecarAside()
      try replace(with: file)
    } else {
      if overwrite { try setSidecarAside() }
      try AtomicRename.publish(file, as: output.path)
    }
    hasCheckpoint = false
    try AtomicRename.publish(sidecarDraft, as: sidecar)
    try FileSystem.synchronize(output.folder)
    var status = stat()
    if lstat(output.path, &status) == 0 { summary.storedBytes = Int(status.st_size) }
    if keepsFolder {
      self.staging = nil
      folder.keep()
    } else {
      self.staging = nil
      summary.leftOver = folder.remove()
    }
    return summary
  }

  /// Moves the earlier layer definition to where it is removed only when it is one of this package.
  private func setSidecarAside() throws(TileStorageError) {
    let aside = folder.path(ReplacedOutput.sidecar)
    guard try FileSystem.kind(of: layerDocument, followingLinks: false) != nil else { return }
    try AtomicRename.publish(layerDocument, as: aside)
    do throws(TileStorageError) {
      try TileOutput.checkSidecar(aside, overwrite: true)
    } catch {
      try AtomicRename.publish(aside, as: layerDocument)
      throw error
    }
  }

  /// Exchanges the earlier file for the new one, and back when it is none of this package.
  private func replace(with file: String) throws(TileStorageError) {
    let aside = folder.path(ReplacedOutput.file(MBTilesFile.fileExtension))
    try AtomicRename.publish(file, as: aside)
    guard try AtomicRename.exchange(aside, with: output.path) else {
      return try AtomicRename.replace(output.path, with: aside)
    }
    do throws(TileStorageError) {
      try MBTilesReader.checkOwnership(of: aside)
    } catch {
      _ = try AtomicRename.exchange(aside, with: output.path)
      throw error
    }
  }

  /// Removes the staging database.
  public func abandon() {
    staging = nil
    folder.remove()
  }

  /// The path of the layer definition beside the file.
  private var layerDocument: String {
    output.layerDocument(dropping: MBTilesFile.fileExtension)
  }

  private var active: MBTilesStaging {
    guard let staging else { preconditionFailure("the writer was finished or abandoned") }
    return staging
  }

  // MARK: Unfinished work

  /// Whether the writer was created with a ``CheckpointPolicy``.
  public var makesCheckpoints: Bool { checkpoints != nil }

  /// Starts a checkpoint.
  public func beginCheckpoint(
    fraction: Double
  ) throws(TileStorageError) -> CheckpointDraft {
    guard let checkpoints else { preconditionFailure("the writer makes no checkpoints") }
    return try checkpoints.begin(fraction: fraction)
  }

  /// Completes a checkpoint, committing first: a database that holds more than the checkpoint says
  /// is cut back by the build that goes on, one that held less would be of no use.
  public func complete(_ draft: CheckpointDraft) throws(TileStorageError) {
    guard let checkpoints else { return }
    let staging = active
    try staging.commit()
    try checkpoints.replace(
      with: draft,
      contents: CheckpointContents(
        tileCount: staging.addressCount, distinctTileCount: staging.contentCount))
    hasCheckpoint = true
    lastFraction = draft.fraction
  }

  /// Leaves the database to a later build, when there is a checkpoint.
  public func suspend() -> UnfinishedBuild? {
    guard hasCheckpoint else {
      abandon()
      return nil
    }
    staging = nil
    folder.keep()
    return UnfinishedBuild(path: folder.path, fraction: lastFraction)
  }

  /// Opens the database, or takes over the one that is to be carried on.
  private func prepare(
    _ policy: CheckpointPolicy?, contentCapacity: Int?
  ) throws(TileStorageError) {
    let database = folder.path(MBTilesFile.database)
    if let policy {
      var identity = policy.identity
      identity.add("SQLite", SQLiteLibrary.version)
      let checkpoints = CheckpointFile(folder: folder, identity: identity)
      self.checkpoints = checkpoints
      if policy.adoptsSavedWork {
        do throws(TileStorageError) {
          if let saved = try checkpoints.load() {
            try adopt(
              saved, database: database, contentCapacity: contentCapacity,
              isCancelled: policy.isCancelled)
            return
          }
        } catch {
          guard case .savedWorkDamaged(_, let reason) = error else { throw error }
          discardedWork = reason
        }
        summary = TilesetSummary()
        try folder.clear()
      }
    }
    staging = try MBTilesStaging(path: database, contentCapacity: contentCapacity)
  }

  private func adopt(
    _ saved: SavedWork, database: String, contentCapacity: Int?,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(TileStorageError) {
    guard try FileSystem.kind(of: database, followingLinks: false) == .file else {
      throw .savedWorkDamaged(path: database, reason: "its database is missing")
    }
    // What a kill while publishing left is made anew.
    for name in [MBTilesFile.published, Self.sidecarName] {
      try FileSystem.removeFile(folder.path(name))
    }
    staging = try MBTilesStaging(
      adopting: database, contents: saved.contents, contentCapacity: contentCapacity,
      isCancelled: isCancelled
    ) { tile, content, byteCount in
      saved.record.add(content, byteCount: byteCount, at: tile, format: nil)
      summary.tileCount += 1
      summary.tileBytes += byteCount
    }
    savedWork = saved
    hasCheckpoint = true
    lastFraction = saved.fraction
  }

  private static let sidecarName = "layer.json"
}
