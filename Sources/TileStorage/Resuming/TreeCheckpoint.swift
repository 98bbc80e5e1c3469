/// The note in an unfinished tree of several layers by which a later build goes on with them.
///
/// The layers have checkpoints of their own; the note tells of what tree they are, and how much of all
/// is done.
public struct TreeCheckpoint: Sendable {
  private let tree: OutputTree
  private let identity: BuildIdentity

  /// Describes a tree.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - identity: What a later build must have in common with this one to go on with it.
  public init(of tree: OutputTree, identity: BuildIdentity) {
    self.tree = tree
    self.identity = identity
  }

  private var file: CheckpointFile { CheckpointFile(folder: tree.staging, identity: identity) }

  /// How much of the tree is done that an earlier build left, `0...1`; `nil` when it left none that
  /// is of use, and the tree is empty then.
  ///
  /// - Throws: ``TileStorageError/savedWorkDiffers(path:_:)`` for another tree, which stays as it is.
  public func load() throws(TileStorageError) -> Double? {
    do throws(TileStorageError) {
      if let saved = try file.load() { return saved.fraction }
    } catch {
      guard case .savedWorkDamaged = error else {
        tree.suspend()
        throw error
      }
    }
    try tree.startAfresh()
    return nil
  }

  /// Notes that so much is done, `0...1`; on one thread at a time.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  public func note(fraction: Double) throws(TileStorageError) {
    try file.replace(
      with: try file.begin(fraction: fraction),
      contents: CheckpointContents(tileCount: 0, distinctTileCount: 0))
  }

  /// Leaves the tree to a later build.
  ///
  /// - Parameter fraction: How much is done, `0...1`.
  /// - Returns: What was left.
  public func suspend(fraction: Double) -> UnfinishedBuild {
    defer { tree.suspend() }
    return UnfinishedBuild(path: tree.staging.path, fraction: fraction)
  }
}
