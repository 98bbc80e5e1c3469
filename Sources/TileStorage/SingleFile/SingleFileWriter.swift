import LayerDocuments
package import TileModel

/// Writes a single-file store, with its layer definition beside it as `NAME.layer.json`.
///
/// Tiles grow in a staging database in a hidden folder. The final file is written from it, checked, made
/// durable and renamed into place. The layer definition is in the file as well. An old definition is
/// removed before the new file appears, and the new one follows it: a crash between leaves none, never two
/// that disagree.
///
/// That database outlives the process of a build that can be resumed.
package final class SingleFileWriter: TileWriter, StagedTileset, @unchecked Sendable {
  // SAFETY: the protocol confines a writer to one thread at a time; the database is opened without
  // the thread's own locks for the same reason.

  private let output: OutputPath
  private let format: StoreFormat
  private let file: StoreFileRules
  private let publisher: SingleFilePublisher
  private let overwrite: Bool
  let tiles: StagedTiles
  private let keepsFolder: Bool
  package var resumption: Resumption?
  /// Called often while the file is written.
  var isCancelled: @Sendable () -> Bool = { false }

  /// Starts a file of a tree that the caller publishes when all of its files are finished.
  package convenience init(
    in tree: OutputTree, named name: String, use: PartialOutputUse = .discarded
  ) throws(TileStorageError) {
    try TilePathRules.validate(path: name)
    let output = OutputPath(tree.shown(name))
    let format = StoreFormat(path: name)
    if use == .resumed {
      // A finished file is written again.
      try FileSystem.removeFile(output.path)
      if let file = format.file {
        try FileSystem.removeFile(file.document(beside: output))
      }
    }
    try self.init(
      output, format, stagedFor: OutputPath(tree.staging.path(name)), overwrite: false,
      contentCapacity: nil, use: use, keepsFolder: use != .discarded)
  }

  /// Remembers `contentCapacity` to twice as many images for deduplication.
  package convenience init(
    path: String, as format: StoreFormat? = nil, overwrite: Bool = false,
    contentCapacity: Int? = nil,
    use: PartialOutputUse = .discarded
  ) throws(TileStorageError) {
    let format = if let format { format } else { try StoreFormat(newOutput: path) }
    try self.init(
      OutputPath(path), format, stagedFor: OutputPath(path), overwrite: overwrite,
      contentCapacity: contentCapacity, use: use, keepsFolder: false)
  }

  private init(
    _ output: OutputPath, _ format: StoreFormat, stagedFor location: OutputPath, overwrite: Bool,
    contentCapacity: Int?, use: PartialOutputUse, keepsFolder: Bool
  ) throws(TileStorageError) {
    guard let file = format.file, let publisher = file.publisher else {
      throw .formatNotWritten(
        path: output.path, ending: format.file.map { "." + $0.fileExtension } ?? format.rawValue)
    }
    try TileOutput.check(path: output.path, kind: format, overwrite: overwrite)
    self.output = output
    self.format = format
    self.file = file
    self.publisher = publisher
    self.overwrite = overwrite
    self.keepsFolder = keepsFolder
    tiles = try StagedTiles(for: location, use, contentCapacity: contentCapacity)
  }

  package func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    precondition(
      !definition.isHybrid || format.holdsMixedFormats, "\(format.noun) holds tiles of one format")
    let database = tiles.database
    let sidecar = layerDocument
    let document = try LayerDefinitionDocument(definition).encoded(for: sidecar)
    try database.commit()
    let draft = staging.path(StagingFolder.publishedName)
    // The rest of a cancelled call is made again.
    try FileSystem.removeFile(draft)
    tiles.summary.distinctTileCount = try publisher.write(
      SingleFilePublication(
        tiles: database, definition: definition, document: document, path: draft,
        isCancelled: isCancelled))
    if !keepsFolder { try record(document, of: draft) }
    try FileSystem.synchronize(draft)
    let sidecarDraft = staging.path(StagingFolder.sidecarName)
    try FileSystem.create(sidecarDraft, containing: document)

    if case .file = try TileOutput.checkReplaceable(output, kind: format, overwrite: overwrite) {
      try setSidecarAside()
      try replace(with: draft)
    } else {
      if overwrite { try setSidecarAside() }
      try AtomicRename.publish(draft, as: output.path)
    }
    if !keepsFolder { try endResumption() }
    try AtomicRename.publish(sidecarDraft, as: sidecar)
    try tiles.noteStored(output)
    tiles.close()
    if keepsFolder {
      staging.keep()
    } else {
      tiles.summary.leftOver = staging.remove()
    }
    return tiles.summary
  }

  /// Moves only a definition of this package to a removable name.
  private func setSidecarAside() throws(TileStorageError) {
    let aside = staging.path(ReplacedOutput.sidecar)
    guard try FileSystem.kind(of: layerDocument, followingLinks: false) != nil else { return }
    try AtomicRename.publish(layerDocument, as: aside)
    do throws(TileStorageError) {
      try TileOutput.checkSidecar(aside, overwrite: true)
    } catch {
      try AtomicRename.publish(aside, as: layerDocument)
      throw error
    }
  }

  /// Exchanges both files, and back when the earlier one is foreign.
  private func replace(with draft: String) throws(TileStorageError) {
    let aside = staging.path(ReplacedOutput.file(file.fileExtension))
    try AtomicRename.publish(draft, as: aside)
    guard try AtomicRename.exchange(aside, with: output.path) else {
      return try AtomicRename.replace(output.path, with: aside)
    }
    do throws(TileStorageError) {
      try file.checkOwnership(aside)
    } catch {
      _ = try AtomicRename.exchange(aside, with: output.path)
      throw error
    }
  }

  private var layerDocument: String { file.document(beside: output) }

  package var ownIdentity: BuildIdentity { publisher.identity }
}
