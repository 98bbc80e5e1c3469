public import TileModel
public import TileStorage

/// A build that ended early and left work that a later one can carry on; the output is as before.
public struct StoppedBuild: ReportableError {
  /// Why it ended; a `CancellationError` when it was cancelled.
  public let cause: any Error
  /// What it left.
  public let left: UnfinishedBuild

  /// Creates an error.
  package init(cause: any Error, left: UnfinishedBuild) {
    (self.cause, self.left) = (cause, left)
  }

  /// The cause in the words of a user.
  public var report: FailureReport {
    (cause as? any ReportableError)?.report
      ?? FailureReport(
        .internalFault, "an unexpected fault of the program", found: String(reflecting: cause),
        nextStep: "report it with the command that was run")
  }
}
