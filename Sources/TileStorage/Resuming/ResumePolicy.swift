package struct ResumePolicy: Sendable {
  package var identity: BuildIdentity
  /// Whether an earlier partial output is resumed.
  ///
  /// Otherwise it is removed.
  package var resumes: Bool
  /// Further inputs of the finished output, recorded with it.
  ///
  /// `nil` for no record.
  package var completion: BuildIdentity?
  package var recordsAsAttribute = true
  package var isCancelled: @Sendable () -> Bool

  package init(
    identity: BuildIdentity, resumes: Bool,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.identity = identity
    self.resumes = resumes
    self.isCancelled = isCancelled
  }
}
