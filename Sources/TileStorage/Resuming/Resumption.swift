import TileModel

/// The work that an earlier build left of an output.
public struct ResumedWork: Sendable {
  /// Finished fraction of the build, `0...1`.
  public var fraction: Double { position.fraction }
  package let position: BlockPosition
  /// The tiles that the store holds.
  public let record: PyramidRecord
  package let log: BlockLog
}

/// The checkpoint of a partial output, and every change of it.
///
/// SAFETY: belongs to one thread at a time, like its output, except for planes.
public final class Resumption: @unchecked Sendable {
  /// True after the output was published, abandoned or left.
  private var isEnded = false
  private let output: any PartialOutput
  private let log: BlockLog
  private let completeIdentity: BuildIdentity?
  private let recordsAsAttribute: Bool
  /// The work of an earlier build that is resumed, or `nil`.
  public let resumed: ResumedWork?
  /// The reason why an earlier partial output was removed, or `nil`.
  public let discardReason: String?

  package init(
    of output: any PartialOutput, _ policy: ResumePolicy
  ) throws(TileStorageError) {
    self.output = output
    let identity = policy.identity.adding(output.ownIdentity)
    completeIdentity = policy.completion.map { policy.identity.adding($0) }
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

  /// Called by any thread.
  func append(_ plane: CarriedPlane) throws(TileStorageError) { try log.append(plane) }

  /// Saves the output before the log.
  ///
  /// An output ahead of its log is cut back on resumption; one behind it would be useless.
  func endBlocks(at end: BlockPosition) throws(TileStorageError) {
    try log.append(end, store: try output.save())
  }

  /// Records the progress of a tree whose layers have logs of their own.
  ///
  /// - Throws: ``TileStorageError/system(operation:path:code:)``.
  public func save(fraction: Double) throws(TileStorageError) {
    try endBlocks(at: BlockPosition(step: 0, band: 0, fraction: fraction))
  }

  func record(_ document: [UInt8], of path: String) throws(TileStorageError) {
    guard let completeIdentity else { return }
    try CompletedOutput.write(
      in: output.staging, for: path, of: completeIdentity, document: document,
      asAttribute: recordsAsAttribute)
  }

  /// Deletes the log before publishing.
  func end() throws(TileStorageError) {
    try FileSystem.removeFile(output.staging.path(output.logName))
    isEnded = true
  }

  /// Leaves the partial output to a later build after a finished row of blocks, otherwise abandons it.
  ///
  /// - Parameter fraction: The finished fraction, if larger than that in the log.
  /// - Returns: The unfinished build, or `nil`.
  public func suspend(fraction: Double? = nil) -> UnfinishedBuild? {
    guard !isEnded, let last = log.last, output.leave() else {
      abandon()
      return nil
    }
    isEnded = true
    return UnfinishedBuild(
      path: output.staging.path, fraction: fraction ?? last.position.fraction)
  }

  func abandon() {
    isEnded = true
    output.abandon()
  }
}

/// The partial output of a build that ended early.
public struct UnfinishedBuild: Hashable, Sendable {
  /// The hidden folder that holds it.
  ///
  /// Removing the folder drops the work.
  public let path: String
  /// Finished fraction of the build, `0...1`.
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
