import TileModel

/// Treatment of an earlier partial output, and of this one's.
package enum PartialOutputUse: Hashable, Sendable {
  case discarded
  case kept
  /// The earlier one is adopted until ``PartialOutput/restore(_:isCancelled:)`` or
  /// ``PartialOutput/startOver(after:)``; this one can be resumed.
  case resumed

  package init(_ policy: ResumePolicy?) {
    self = policy.map { $0.resumes ? .resumed : .kept } ?? .discarded
  }
}

/// An output in a staging folder that can return to an earlier state.
package protocol PartialOutput: AnyObject, Sendable {
  /// `nil` for an output that cannot be resumed, and after it was published or left.
  var resumption: Resumption? { get set }
  var staging: StagingFolder { get }
  var logName: String { get }
  var ownIdentity: BuildIdentity { get }
  /// Makes all writes outlive the process, and returns the state for ``restore(_:isCancelled:)``.
  func save() throws(TileStorageError) -> [Int]
  /// Returns to a saved state: confirms and records earlier writes, and removes later ones.
  func restore(
    _ saved: [Int], isCancelled: @escaping @Sendable () -> Bool
  ) throws(TileStorageError) -> PyramidRecord
  func startOver(after damage: TileStorageError?) throws(TileStorageError)
  @discardableResult
  func leave() -> Bool
  /// Removes the partial output, unless it belongs to a larger one.
  func abandon()
}

/// A tileset in a store, as a partial output.
package typealias PartialTileset = PartialOutput & TileWriter

/// Survival of a partial output beyond the process that makes it.
public struct ResumePolicy: Sendable {
  /// Identity that a later build must share to resume this one.
  public var identity: BuildIdentity
  /// Whether an earlier partial output is resumed.
  ///
  /// Otherwise it is removed.
  public var resumes: Bool
  /// Further inputs of the finished output, recorded with it.
  ///
  /// `nil` for no record.
  package var completion: BuildIdentity?
  package var recordsAsAttribute = true
  /// A cancellation check, called often while a partial output is read for its confirmation.
  public var isCancelled: @Sendable () -> Bool

  /// Creates a policy.
  public init(
    identity: BuildIdentity, resumes: Bool,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.identity = identity
    self.resumes = resumes
    self.isCancelled = isCancelled
  }
}
