/// What later builds will find of a partial output, and every step in which that changes.
///
/// A checkpoint is a file in the staging folder that is replaced by renaming. Nothing of it is forced to
/// the disk, since it need only outlive the process; what a power failure made of it, its hash and those
/// of the tiles tell.
///
/// SAFETY: belongs to one thread at a time, like its output; only ``begin(fraction:)`` may be called
/// from another, one call at a time.
public final class Resumption: @unchecked Sendable {
  private enum State {
    /// Nothing: the next build starts over.
    case unsaved
    /// A checkpoint at which so much was done.
    case saved(fraction: Double)
    /// Nothing more changes: the output was published, abandoned or left.
    case ended
  }

  private var state = State.unsaved
  private let output: any PartialOutput
  private let identity: BuildIdentity
  /// What is recorded of the finished output; `nil` for nothing.
  private let completeIdentity: BuildIdentity?
  private let recordsAsAttribute: Bool
  /// The checkpoint of an earlier build that is resumed, or `nil`.
  public let checkpoint: Checkpoint?
  /// Why what an earlier build left could not be used and was cleared away, in words, or `nil`.
  public let discardReason: String?

  /// Resumes what an earlier build left of an output, or starts over where there is nothing of use.
  package init(
    of output: any PartialOutput, _ policy: CheckpointPolicy
  ) throws(TileStorageError) {
    self.output = output
    var identity = policy.identity
    identity.add(output.ownIdentity)
    self.identity = identity
    completeIdentity = policy.completion.map { identity.adding($0) }
    recordsAsAttribute = policy.recordsAsAttribute
    guard policy.resumes else {
      (checkpoint, discardReason) = (nil, nil)
      return
    }
    do throws(TileStorageError) {
      let damage: TileStorageError?
      do throws(TileStorageError) {
        let found = try Checkpoint.load(
          output.staging.path(output.checkpointName), of: identity,
          sections: policy.sections.union(CheckpointSection.common))
        if let found {
          try output.restore(from: found, isCancelled: policy.isCancelled)
          (checkpoint, discardReason) = (found, nil)
          state = .saved(fraction: found.fraction)
          return
        }
        damage = nil
      } catch {
        guard case .savedWorkDamaged = error else { throw error }
        damage = error
      }
      try output.startOver(after: damage)
      checkpoint = nil
      if case .savedWorkDamaged(_, let reason) = damage {
        discardReason = reason
      } else {
        discardReason = nil
      }
    } catch {
      output.leave()
      throw error
    }
  }

  /// Starts a checkpoint.
  ///
  /// - Parameter fraction: How much of the build is done there, `0...1`.
  /// - Returns: The checkpoint, to which the sections of the build are to be added.
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  public func begin(fraction: Double) throws(TileStorageError) -> CheckpointDraft {
    try CheckpointDraft(
      path: output.staging.path("\(output.checkpointName).next"), fraction: fraction,
      identity: identity)
  }

  /// Completes a checkpoint, after all that it stands for was written and before anything else.
  ///
  /// The output goes first: one that holds more than the checkpoint says is cut back by the build that
  /// resumes, one that held less would be of no use.
  ///
  /// - Throws: ``TileStorageError``.
  public func complete(_ draft: CheckpointDraft) throws(TileStorageError) {
    draft.begin(.store)
    try output.save(to: draft)
    try draft.publish(as: output.staging.path(output.checkpointName))
    state = .saved(fraction: draft.fraction)
  }

  /// Makes a checkpoint without sections of the build, as of a tree whose layers have their own.
  ///
  /// - Throws: What ``begin(fraction:)`` and ``complete(_:)`` throw.
  public func save(fraction: Double) throws(TileStorageError) {
    try complete(try begin(fraction: fraction))
  }

  /// Records what an output is of that is about to be published, where that was asked for.
  func record(_ document: [UInt8], of path: String) throws(TileStorageError) {
    guard let completeIdentity else { return }
    try CompletedOutput.write(
      in: output.staging, for: path, of: completeIdentity, document: document,
      asAttribute: recordsAsAttribute)
  }

  /// Takes the checkpoint away, so that nobody resumes what is about to be published.
  func end() throws(TileStorageError) {
    try FileSystem.removeFile(output.staging.path(output.checkpointName))
    state = .ended
  }

  /// Leaves the partial output to a later build, when there is a checkpoint; otherwise abandons it.
  ///
  /// - Parameter fraction: How much is done, if that is more than the checkpoint says.
  /// - Returns: What was left, or `nil`.
  public func suspend(fraction: Double? = nil) -> UnfinishedBuild? {
    guard case .saved(let saved) = state, output.leave() else {
      abandon()
      return nil
    }
    state = .ended
    return UnfinishedBuild(path: output.staging.path, fraction: fraction ?? saved)
  }

  /// Ends the work and clears away the partial output.
  func abandon() {
    state = .ended
    output.abandon()
  }
}

/// The partial output of a build that ended early.
public struct UnfinishedBuild: Hashable, Sendable {
  /// The hidden folder that holds it; removing the folder drops the work.
  public let path: String
  /// How much of the build is done, `0...1`.
  public let fraction: Double

  /// Looks for what a build of an output left behind, with a checkpoint.
  ///
  /// - Returns: `nil` when there is none, or it cannot be read.
  public static func find(forOutput path: String) -> UnfinishedBuild? {
    let folder = OutputPath(path).sibling(suffix: "partial")
    do throws(TileStorageError) {
      let checkpoint = try Checkpoint(path: "\(folder)/\(StagingFolder.checkpoint)")
      return UnfinishedBuild(path: folder, fraction: checkpoint.fraction)
    } catch {
      return nil
    }
  }
}
