public import TileModel

/// Why the differences of a floor cannot be determined as asked.
public struct FloorComparisonError: ReportableError, Hashable {
  /// The floor's identifier.
  public let floor: String
  /// What happened.
  public let cause: StoreComparisonError

  /// The cause in the words of a user, with the floor.
  public var report: FailureReport {
    var report = cause.report
    report.what = "floor \(floor): \(report.what)"
    return report
  }
}
