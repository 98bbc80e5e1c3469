/// Whether and how a partial output outlives the process that makes it.
public struct CheckpointPolicy: Sendable {
  /// What a later build must have in common with this one to resume it.
  public var identity: BuildIdentity
  /// The sections that the build itself adds to checkpoints; a checkpoint with others is of another
  /// version.
  public var sections: Set<CheckpointSection>
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
    identity: BuildIdentity, sections: Set<CheckpointSection> = [], resumes: Bool,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.identity = identity
    self.sections = sections
    self.resumes = resumes
    self.isCancelled = isCancelled
  }
}
