/// The user's view of a failure: what, where, found, expected, and the next step.
///
/// Every error of the package renders through this one shape. Messages read alike, and the command
/// line maps a failure to its exit code without knowing the domain. Parameters stand in backticks
/// as in Swift, such as `maximumZoom`; the command line puts its options in their place.
public struct FailureReport: Hashable, Sendable, CustomStringConvertible {
  /// The responsibility for a failure, which decides the exit code.
  public enum Category: Hashable, Sendable {
    /// The input is in order, and does not decide what was asked for (exit code 1).
    case undecided
    /// The caller's input or options are wrong (exit code 2).
    case badInput
    /// Something cannot be read or written, or the disk is full (exit code 3).
    case cannotAccess
    /// The package itself is at fault (exit code 4).
    case internalFault
  }

  /// The responsibility for the failure.
  public var category: Category
  /// One sentence without a trailing period: what went wrong.
  public var what: String
  /// The path, option or tile concerned.
  public var location: String?
  /// The value met.
  public var found: String?
  /// The value that would have been right.
  public var expected: String?
  /// The remedy that the user has.
  public var nextStep: String?

  /// Creates a report.
  public init(
    _ category: Category, _ what: String, at location: String? = nil, found: String? = nil,
    expected: String? = nil, nextStep: String? = nil
  ) {
    self.category = category
    self.what = what
    self.location = location
    self.found = found
    self.expected = expected
    self.nextStep = nextStep
  }

  /// The report that a parameter has no effect, and why.
  package static func noEffect(
    _ parameter: String, at location: String? = nil, reason: String?, nextStep: String? = nil
  ) -> FailureReport {
    FailureReport(
      .badInput, "\(parameter) has no effect", at: location, found: reason,
      nextStep: nextStep ?? "leave \(parameter) out")
  }

  package func naming(floor: String) -> FailureReport {
    var report = self
    report.what = "floor \(floor): \(what)"
    return report
  }

  /// The report as lines of text, the first one `location: what`.
  ///
  /// Each value is on one line, without terminal control characters, and cut after 4000 characters.
  public var description: String {
    func line(_ text: String) -> String {
      let start = text.unicodeScalars.prefix(4001)
      let shown = String(String.UnicodeScalarView(start.prefix(4000))).displayLine
      return start.count > 4000 ? shown + "…" : shown
    }
    var lines = [line(location.map { "\($0): \(what)" } ?? what)]
    if let found { lines.append("  found: \(line(found))") }
    if let expected { lines.append("  expected: \(line(expected))") }
    if let nextStep { lines.append("  next: \(line(nextStep))") }
    return lines.joined(separator: "\n")
  }
}

/// An error with a report: what, where, found, expected and the next step.
public protocol ReportableError: Error, CustomStringConvertible {
  /// The error in the words of a user.
  var report: FailureReport { get }
}

extension FailureReport: ReportableError {
  /// The report itself, which is thrown where nothing decides by what went wrong.
  public var report: FailureReport { self }
}

extension ReportableError {
  /// The text of ``report``.
  public var description: String { report.description }
}

/// A failure that is only reported: no caller branches on it.
///
/// It is made at the place of the failure, or by a named function of its type for several places.
public protocol ReportedFailure: ReportableError, Hashable {
  /// Creates the failure from its report.
  init(report: FailureReport)
}

extension ReportedFailure {
  package init(
    _ category: FailureReport.Category, _ what: String, at location: String? = nil,
    found: String? = nil, expected: String? = nil, nextStep: String? = nil
  ) {
    self.init(
      report: FailureReport(
        category, what, at: location, found: found, expected: expected, nextStep: nextStep))
  }

  /// The failure that a parameter has no effect, and why.
  package static func noEffect(
    _ parameter: String, at location: String? = nil, reason: String?
  ) -> Self {
    Self(report: .noEffect(parameter, at: location, reason: reason))
  }
}
