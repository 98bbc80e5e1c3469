import TileModel

package struct ResumedWork: Sendable {
  /// Finished fraction of the build, `0...1`.
  package var fraction: Double { position.fraction }
  package let position: BlockPosition
  package let record: PyramidRecord
  package let log: BlockLog
}

/// The checkpoint of a partial output.
package final class Resumption: Sendable {
  let log: BlockLog
  let completeIdentity: BuildIdentity?
  let recordsAsAttribute: Bool
  let resumed: ResumedWork?
  let discardReason: String?

  init(
    _ log: BlockLog, _ policy: ResumePolicy, resumed: ResumedWork?, discardReason: String?
  ) {
    (self.log, self.resumed, self.discardReason) = (log, resumed, discardReason)
    completeIdentity = policy.completion.map { policy.identity.adding($0) }
    recordsAsAttribute = policy.recordsAsAttribute
  }
}
