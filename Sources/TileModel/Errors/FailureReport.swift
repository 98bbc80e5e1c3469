/// What a user is told when something failed: what, where, found, expected, and what to do next.
///
/// Every error of the package renders through this one shape, so that messages read alike and the
/// command line can map a failure to its exit code without knowing the domain. Parameters are named in
/// backticks as in Swift, such as `maximumZoom`, in place of which the command line puts its options.
public struct FailureReport: Hashable, Sendable, CustomStringConvertible {
  /// Whose fault it is, which decides the exit code.
  public enum Category: Hashable, Sendable {
    /// The caller's input or options are wrong (exit code 2).
    case badInput
    /// Something cannot be read or written, or the disk is full (exit code 3).
    case cannotAccess
    /// The package itself is at fault (exit code 4).
    case internalFault
  }

  /// Whose fault it is.
  public var category: Category
  /// One sentence without a trailing period: what went wrong.
  public var what: String
  /// The path, option or tile concerned.
  public var location: String?
  /// The value met.
  public var found: String?
  /// The value that would have been right.
  public var expected: String?
  /// What the user can do about it.
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

  /// The report as lines of text, the first of which is `location: what`; each value is on one line,
  /// without characters that a terminal would obey, and cut after 4000.
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

/// An error that can say what, where, found, expected and what to do next.
public protocol ReportableError: Error, CustomStringConvertible {
  /// The error in the words of a user.
  var report: FailureReport { get }
}

extension ReportableError {
  /// The text of ``report``.
  public var description: String { report.description }
}

/// A failure that is only reported: nothing decides by what it is, so it is the report alone.
///
/// It is made where it happens, or by a named function of its type where it happens in several places.
public protocol ReportedFailure: ReportableError, Hashable {
  /// Creates the failure that a report tells of.
  init(report: FailureReport)
}

extension ReportedFailure {
  /// Creates a failure from the parts of its report.
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
