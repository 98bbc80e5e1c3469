/// The end of a row of blocks names a position in the order of tiles. Once it is in the ``BlockLog``, a kill at any
/// moment leaves the work as of that position or of a later one.
extension PartialOutput {
  /// Resumes the work of an earlier build, or starts a log; does nothing without a policy.
  package func resuming(_ policy: ResumePolicy?) throws(TileStorageError) -> Self {
    guard let policy else { return self }
    do throws(TileStorageError) {
      resumption = try resumption(policy)
    } catch {
      leave()
      throw error
    }
    return self
  }

  private func resumption(_ policy: ResumePolicy) throws(TileStorageError) -> Resumption {
    let identity = policy.identity.adding(ownIdentity)
    let path = staging.path(logName)
    var discardReason: String?
    if policy.resumes {
      var damage: TileStorageError?
      do throws(TileStorageError) {
        if let log = try BlockLog.resume(path, of: identity), let (position, saved) = log.last {
          let record = try restore(saved, isCancelled: policy.isCancelled)
          return Resumption(
            log, policy,
            resumed: ResumedWork(position: position, record: record, log: log), discardReason: nil)
        }
      } catch {
        guard case .savedWorkDamaged(_, let reason) = error else { throw error }
        (damage, discardReason) = (error, reason)
      }
      try startOver(after: damage)
    }
    return Resumption(
      try BlockLog(path: path, identity: identity), policy, resumed: nil,
      discardReason: discardReason)
  }

  /// Whether its work can be resumed, as requested at its creation.
  package var isResumable: Bool { resumption != nil }

  /// The resumed work of an earlier build, or `nil`.
  ///
  /// It is read before the first tile is written.
  package var resumed: ResumedWork? { resumption?.resumed }

  /// The reason why an earlier partial output was removed, or `nil`.
  package var discardReason: String? { resumption?.discardReason }

  /// Called by any thread; does nothing for an output that cannot be resumed.
  package func append(_ plane: CarriedPlane) throws(TileStorageError) {
    try resumption?.log.append(plane)
  }

  /// Saves the output before the log; follows all tiles of the row, and precedes all others.
  ///
  /// An output ahead of its log is cut back on resumption; one behind it would be useless.
  package func endBlocks(at end: BlockPosition) throws(TileStorageError) {
    guard let resumption else { return }
    try resumption.log.append(end, store: try save())
  }

  func record(_ document: [UInt8], of path: String) throws(TileStorageError) {
    guard let resumption, let identity = resumption.completeIdentity else { return }
    try CompletedOutput.write(
      in: staging, for: path, of: identity, document: document,
      asAttribute: resumption.recordsAsAttribute)
  }

  /// Deletes the log before publishing.
  func endResumption() throws(TileStorageError) {
    try FileSystem.removeFile(staging.path(logName))
    resumption = nil
  }

  /// Leaves the partial output to a later build after a finished row of blocks, otherwise abandons it.
  package func suspend(fraction: Double? = nil) -> UnfinishedBuild? {
    guard let last = resumption?.log.last, leave() else {
      abandon()
      return nil
    }
    resumption = nil
    return UnfinishedBuild(path: staging.path, fraction: fraction ?? last.position.fraction)
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
