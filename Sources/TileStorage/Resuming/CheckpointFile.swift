/// The checkpoint in the staging folder of an output.
///
/// The file holds, in little-endian words of 64 bits: a number that names the format, the share of
/// the build that is done, the size of the identity and the identity, the state of the build, the
/// contents of the store, and the XXH3-128 of all before. It is replaced by renaming. Nothing of it
/// is forced to the disk, since it need only survive the process; what a power failure made of it,
/// its hash and those of the tiles tell.
struct CheckpointFile {
  /// The first word of the file, `TPcheck1`.
  static let magic: UInt = 0x316B_6365_6863_5054
  private static let name = "checkpoint"

  /// What a store holds at a checkpoint.
  struct Contents: Hashable, Sendable {
    /// How many tiles were written, or entries of the journal.
    var tileCount: Int
    /// How many different images the store holds; 0 where the store does not count them.
    var distinctTileCount: Int
  }

  let folder: StagingFolder
  let identity: BuildIdentity

  /// Starts a checkpoint.
  func begin(fraction: Double) throws(TileStorageError) -> CheckpointDraft {
    try CheckpointDraft(
      path: folder.path("\(Self.name).next"), fraction: fraction, identity: identity)
  }

  /// Makes a draft the checkpoint.
  func replace(with draft: CheckpointDraft, contents: Contents) throws(TileStorageError) {
    try draft.publish(as: folder.path(Self.name), contents: contents)
  }

  /// Removes the checkpoint, so that nobody carries on what is about to be published.
  func remove() throws(TileStorageError) { try FileSystem.removeFile(folder.path(Self.name)) }

  /// Opens the checkpoint.
  ///
  /// - Returns: `nil` when there is none.
  /// - Throws: ``TileStorageError/savedWorkDiffers(path:_:)``,
  ///   ``TileStorageError/savedWorkDamaged(path:reason:)`` or
  ///   ``TileStorageError/system(operation:path:code:)``.
  func load() throws(TileStorageError) -> SavedWork? {
    let path = folder.path(Self.name)
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
