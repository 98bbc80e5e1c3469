import TileModel

/// The work that an earlier build left of an output.
public struct ResumedWork: Sendable {
  /// How much of the build is done, `0...1`.
  public var fraction: Double { position.fraction }
  /// The first row of blocks that is not made.
  package let position: BlockPosition
  /// The tiles that the store holds.
  public let record: PyramidRecord
  /// The planes of the blocks that are made.
  package let log: BlockLog
}

/// What later builds will find of a partial output, and every step in which that changes.
///
/// SAFETY: belongs to one thread at a time, like its output, but for planes.
public final class Resumption: @unchecked Sendable {
  /// Whether nothing more changes: the output was published, abandoned or left.
  private var isEnded = false
  private let output: any PartialOutput
  private let log: BlockLog
  /// What is recorded of the finished output; `nil` for nothing.
  private let completeIdentity: BuildIdentity?
  private let recordsAsAttribute: Bool
  /// The work of an earlier build that is resumed, or `nil`.
  public let resumed: ResumedWork?
  /// Why what an earlier build left could not be used and was cleared away, in words, or `nil`.
  public let discardReason: String?

  /// Resumes what an earlier build left of an output, or starts over where there is nothing of use.
  package init(
    of output: any PartialOutput, _ policy: ResumePolicy
  ) throws(TileStorageError) {
    self.output = output
    let identity = policy.identity.adding(output.ownIdentity)
    completeIdentity = policy.completion.map { identity.adding($0) }
    recordsAsAttribute = policy.recordsAsAttribute
    let path = output.staging.path(output.logName)
    var damage: TileStorageError?
    do throws(TileStorageError) {
      if policy.resumes {
        do throws(TileStorageError) {
          if let log = try BlockLog.resume(path, of: identity), let (position, saved) = log.last {
            let record = try output.restore(saved, isCancelled: policy.isCancelled)
            (self.log, discardReason) = (log, nil)
            resumed = ResumedWork(position: position, record: record, log: log)
            return
          }
        } catch {
          guard case .savedWorkDamaged = error else { throw error }
          damage = error
        }
        try output.startOver(after: damage)
      }
      log = try BlockLog(path: path, identity: identity)
    } catch {
      output.leave()
      throw error
    }
    resumed = nil
    if case .savedWorkDamaged(_, let reason) = damage {
      discardReason = reason
    } else {
      discardReason = nil
    }
  }

  /// Adds a plane, from any thread.
  func append(_ plane: CarriedPlane) throws(TileStorageError) { try log.append(plane) }

  /// Adds the end of a row of blocks.
  ///
  /// The output goes first: one that holds more than the log says is cut back by the build that resumes, one that
  /// held less would be of no use.
  func endBlocks(at end: BlockPosition) throws(TileStorageError) {
    try log.append(end, store: try output.save())
  }

  /// Notes how much is done of a tree whose layers have logs of their own.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  public func save(fraction: Double) throws(TileStorageError) {
    try endBlocks(at: BlockPosition(step: 0, band: 0, fraction: fraction))
  }

  /// Records what an output is of that is about to be published, where that was asked for.
  func record(_ document: [UInt8], of path: String) throws(TileStorageError) {
    guard let completeIdentity else { return }
    try CompletedOutput.write(
      in: output.staging, for: path, of: completeIdentity, document: document,
      asAttribute: recordsAsAttribute)
  }

  /// Takes the log away, so that nobody resumes what is about to be published.
  func end() throws(TileStorageError) {
    try FileSystem.removeFile(output.staging.path(output.logName))
    isEnded = true
  }

  /// Leaves the partial output to a later build, when a row of blocks is finished; otherwise abandons it.
  ///
  /// - Parameter fraction: How much is done, if that is more than the log says.
  /// - Returns: What was left, or `nil`.
  public func suspend(fraction: Double? = nil) -> UnfinishedBuild? {
    guard !isEnded, let last = log.last, output.leave() else {
      abandon()
      return nil
    }
    isEnded = true
    return UnfinishedBuild(
      path: output.staging.path, fraction: fraction ?? last.position.fraction)
  }

  /// Ends the work and clears away the partial output.
  func abandon() {
    isEnded = true
    output.abandon()
  }
}

/// The partial output of a build that ended early.
public struct UnfinishedBuild: Hashable, Sendable {
  /// The hidden folder that holds it; removing the folder drops the work.
  public let path: String
  /// How much of the build is done, `0...1`.
  public let fraction: Double

  /// Looks for what a build of an output left behind, with at least a row of blocks.
  ///
  /// - Returns: `nil` when there is none, or it cannot be read.
  public static func find(forOutput path: String) -> UnfinishedBuild? {
    let folder = OutputPath(path).sibling(suffix: "partial")
    do throws(TileStorageError) {
      let log = try BlockLog(reading: "\(folder)/\(StagingFolder.logName)", confirms: false)
      return log.last.map {
        UnfinishedBuild(path: folder, fraction: $0.position.fraction)
      }
    } catch {
      return nil
    }
  }
}
