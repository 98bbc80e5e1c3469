/// The note in an unfinished tree of several layers by which a later build goes on with them.
///
/// The layers have checkpoints of their own; the note tells of what tree they are, and how much of all
/// is done.
public struct TreeCheckpoint: Sendable {
  /// What an earlier build left of a tree.
  public enum Remains: Hashable, Sendable {
    /// Nothing.
    case none
    /// So much of the tree, `0...1`.
    case part(Double)
    /// Nothing of use, for the reason given.
    case damaged(reason: String)
  }

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

  /// What an earlier build left of the tree; where that is of no use, the tree is empty then.
  ///
  /// - Throws: ``TileStorageError/savedWorkDiffers(path:_:)`` for another tree, which stays as it is.
  public func load() throws(TileStorageError) -> Remains {
    var result = Remains.none
    do throws(TileStorageError) {
      if let saved = try file.load() { return .part(saved.fraction) }
    } catch {
      guard case .savedWorkDamaged(_, let reason) = error else {
        tree.suspend()
        throw error
      }
      result = .damaged(reason: reason)
    }
    try tree.startAfresh()
    return result
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
