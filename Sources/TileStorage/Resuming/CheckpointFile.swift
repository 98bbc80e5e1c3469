/// The checkpoint in the staging folder of an output.
///
/// It is replaced by renaming. Nothing of it is forced to the disk, since it need only survive the
/// process; what a power failure made of it, its hash and those of the tiles tell.
struct CheckpointFile {
  /// The name of the checkpoint of an output as a whole.
  static let name = "checkpoint"

  let folder: StagingFolder
  let identity: BuildIdentity
  /// The file's name.
  var name = Self.name

  /// Starts a checkpoint.
  func begin(fraction: Double) throws(TileStorageError) -> CheckpointDraft {
    try CheckpointDraft(
      path: folder.path("\(name).next"), fraction: fraction, identity: identity)
  }

  /// Makes a draft the checkpoint.
  func replace(with draft: CheckpointDraft, contents: CheckpointContents) throws(TileStorageError) {
    try draft.publish(as: folder.path(name), contents: contents)
  }

  /// Removes the checkpoint, so that nobody carries on what is about to be published.
  func remove() throws(TileStorageError) { try FileSystem.removeFile(folder.path(name)) }

  /// Opens the checkpoint.
  ///
  /// - Returns: `nil` when there is none.
  /// - Throws: ``TileStorageError/savedWorkDiffers(path:_:)``,
  ///   ``TileStorageError/savedWorkDamaged(path:reason:)`` or
  ///   ``TileStorageError/system(operation:path:code:)``.
  func load() throws(TileStorageError) -> SavedWork? {
    let path = folder.path(name)
    guard try FileSystem.kind(of: path, followingLinks: false) == .file else { return nil }
    let saved = try SavedWork(path: path)
    if let difference = identity.difference(fromSaved: saved.identity) {
      throw .savedWorkDiffers(path: folder.path, difference)
    }
    return saved
  }

  /// The share of the build that the checkpoint in a folder says is done, or `nil` without one.
  static func fraction(in folder: String) -> Double? {
    do throws(TileStorageError) {
      return try SavedWork(path: folder + "/" + name).fraction
    } catch {
      return nil
    }
  }
}
