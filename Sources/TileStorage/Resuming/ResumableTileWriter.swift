/// Whether and how unfinished work survives the process that made it.
public struct CheckpointPolicy: Sendable {
  /// What a later build must have in common with this one to carry it on.
  public var identity: BuildIdentity
  /// Whether work that an earlier build left is carried on; otherwise it is cleared away.
  public var adoptsSavedWork: Bool
  /// Asked often while saved work is confirmed, which takes as long as reading all of it.
  public var isCancelled: @Sendable () -> Bool

  /// Creates a policy.
  public init(
    identity: BuildIdentity, adoptsSavedWork: Bool,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.identity = identity
    self.adoptsSavedWork = adoptsSavedWork
    self.isCancelled = isCancelled
  }
}

/// A writer whose unfinished work can be carried on after the process that made it is gone.
///
/// A checkpoint names a place in the order of tiles and holds what else is needed to go on from
/// there. It is begun where that state is at hand, and completed, maybe on another thread, once all
/// tiles before the place are written. From then on a kill at any moment leaves the work as of that
/// checkpoint or of a later one.
public protocol ResumableTileWriter: TileWriter {
  /// Whether checkpoints can be made, which the writer was asked for when it was created.
  var makesCheckpoints: Bool { get }
  /// The work of an earlier build that is carried on, or `nil`; read before the first tile is
  /// written.
  var savedWork: SavedWork? { get }
  /// Why an earlier build's work could not be used and was cleared away, in words, or `nil`.
  var discardedWork: String? { get }
  /// Starts a checkpoint; from any thread, one at a time.
  ///
  /// - Parameter fraction: How much of the build is done there, `0...1`.
  /// - Returns: The checkpoint, to which the state of the build is to be appended.
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  func beginCheckpoint(fraction: Double) throws(TileStorageError) -> CheckpointDraft
  /// Completes a checkpoint, after all tiles before it are written and before any other.
  func complete(_ draft: CheckpointDraft) throws(TileStorageError)
  /// Ends the writer and leaves its work to a later build, when there is a checkpoint; otherwise
  /// does what ``TileWriter/abandon()`` does.
  ///
  /// - Returns: What was left, or `nil`.
  func suspend() -> UnfinishedBuild?
}

/// Work that a build left behind.
public struct UnfinishedBuild: Hashable, Sendable {
  /// The hidden folder that holds it; removing the folder drops the work.
  public let path: String
  /// How much of the build is done, `0...1`.
  public let fraction: Double

  /// Looks for work that a build of an output left behind, and that has a checkpoint.
  ///
  /// - Returns: `nil` when there is none, or it cannot be read.
  public static func find(forOutput path: String) -> UnfinishedBuild? {
    let folder = OutputPath(path).sibling(suffix: "partial")
    return CheckpointFile.fraction(in: folder).map {
      UnfinishedBuild(path: folder, fraction: $0)
    }
  }
}
