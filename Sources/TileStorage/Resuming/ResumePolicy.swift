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
