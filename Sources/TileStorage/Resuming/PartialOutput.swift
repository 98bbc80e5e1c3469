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
