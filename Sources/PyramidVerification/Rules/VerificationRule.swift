/// One thing that a sound pyramid does.
public struct VerificationRule: Hashable, Sendable {
  /// What it means to break a rule.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing, and allowed.
    case note
    /// Likely a fault, or a fault that clients put up with.
    case warning
    /// A fault: what is shown, or whether anything is, depends on luck.
    case error

    /// Orders by weight, a note least.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The name, in two parts: `theme.fault`.
  public let id: String
  /// What breaking it means.
  public let severity: Severity
  /// What holds of a sound pyramid, in one sentence without a period.
  public let summary: String
  /// What is wrong where it is broken, in one sentence without a period.
  public let fault: String

  init(_ id: String, _ severity: Severity, _ summary: String, fault: String) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.fault = fault
  }

  /// The rules, of pyramids and of buildings, that one of a list of ids or themes (`overview`,
  /// `overview.hole`) names.
  ///
  /// - Returns: The rules in their own order, or `nil` when a name is no rule and no theme.
  public static func rules(named names: [String]) -> [VerificationRule]? {
    let known = all + ofBuildings
    for name in names where !known.contains(where: { $0.matches(name) }) { return nil }
    return known.filter { rule in names.contains { rule.matches($0) } }
  }

  /// Whether a name is this rule's id or its theme.
  func matches(_ name: String) -> Bool { id == name || id.hasPrefix(name + ".") }
}
