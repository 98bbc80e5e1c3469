package import TileModel

/// What becomes of the partial output of an earlier process, and of this one's.
package enum PartialOutputUse: Hashable, Sendable {
  /// Both are cleared away.
  case discarded
  /// That of an earlier process is cleared away; this one's can be resumed.
  case kept
  /// That of an earlier process is taken over as it is, until ``PartialOutput/restore(_:isCancelled:)``
  /// or ``PartialOutput/startOver(after:)`` says what to do with it; this one's can be resumed.
  case resumed

  init(_ policy: ResumePolicy?) {
    self = policy.map { $0.resumes ? .resumed : .kept } ?? .discarded
  }
}

/// An output that is made in a staging folder, and can return to an earlier state of itself.
package protocol PartialOutput: AnyObject, Sendable {
  /// The folder in which the output is made, and its block log is kept.
  var staging: StagingFolder { get }
  var logName: String { get }
  /// What a later build must have in common with this one besides the identity of the build.
  var ownIdentity: BuildIdentity { get }
  /// Makes all that was written so far outlive the process; returns what is needed to return there.
  func save() throws(TileStorageError) -> [Int]
  /// Returns to what ``save()`` stood for: confirms what was written before it, of which it returns the record,
  /// and removes what was written after it.
  func restore(
    _ saved: [Int], isCancelled: @escaping @Sendable () -> Bool
  ) throws(TileStorageError) -> PyramidRecord
  /// Clears away what was taken over and starts with nothing.
  func startOver(after damage: TileStorageError?) throws(TileStorageError)
  /// Ends the work and leaves the partial output to a later build.
  @discardableResult
  func leave() -> Bool
  /// Ends the work and clears away the partial output, unless it belongs to a larger one.
  func abandon()
}

/// A tileset in a store, as a partial output.
package protocol PartialTileset: PartialOutput, TileWriter {
  /// Publishes the tileset under its final name, in one step.
  func finish(
    _ definition: LayerDefinition, isCancelled: @escaping @Sendable () -> Bool,
    record: (_ document: [UInt8], _ path: String) throws(TileStorageError) -> Void,
    atPublication: () throws(TileStorageError) -> Void
  ) throws(TileStorageError) -> TilesetSummary
}

extension PartialTileset {
  /// Publishes the tileset, and keeps no record of it.
  public func finish(_ definition: LayerDefinition) throws(TileStorageError) -> TilesetSummary {
    try finish(
      definition, isCancelled: { false }, record: { (_, _) throws(TileStorageError) in },
      atPublication: { () throws(TileStorageError) in })
  }
}

/// Whether and how a partial output outlives the process that makes it.
public struct ResumePolicy: Sendable {
  /// What a later build must have in common with this one to resume it.
  public var identity: BuildIdentity
  /// Whether what an earlier build left is resumed; otherwise it is cleared away.
  public var resumes: Bool
  /// What the finished output depends on besides, to be recorded with it; `nil` for no record.
  package var completion: BuildIdentity?
  /// Whether the file system is asked to keep that record; otherwise it is taken not to be able to.
  package var recordsAsAttribute = true
  /// Asked often while a partial output is confirmed, which takes as long as reading all of it.
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
