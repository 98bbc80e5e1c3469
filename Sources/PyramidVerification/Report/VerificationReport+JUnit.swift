import TileModel

extension VerificationReport {
  /// The report as JUnit XML, which build servers show: one test case for each rule.
  ///
  /// A broken rule of at least `severity` is a failure; other findings are in `system-out`.
  public func junit(failingAt severity: VerificationRule.Severity) -> String {
    JUnitText([(path, results)], failingAt: severity).text
  }
}

/// Findings as JUnit XML, a suite for each of several lists of rules.
struct JUnitText {
  let text: String

  init(
    _ suites: [(name: String, results: [RuleResult])], failingAt severity: VerificationRule.Severity
  ) {
    func counts(_ results: [RuleResult]) -> String {
      let failures = results.count { $0.count > 0 && $0.rule.severity >= severity }
      return "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"0\""
    }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites \(counts(suites.flatMap(\.results)))>",
    ]
    for (name, results) in suites {
      lines.append("  <testsuite name=\"\(Self.escaped(name))\" \(counts(results)) skipped=\"0\">")
      lines += results.flatMap { Self.lines(of: $0, failingAt: severity) }
      lines.append("  </testsuite>")
    }
    text = (lines + ["</testsuites>"]).joined(separator: "\n")
  }

  private static func lines(
    of result: RuleResult, failingAt severity: VerificationRule.Severity
  ) -> [String] {
    let head =
      "    <testcase classname=\"tilepyramid.verify.\(result.rule.theme)\""
      + " name=\"\(result.rule.id)\""
    guard result.count > 0 else { return [head + "/>"] }
    let message = "\(result.count) × \(result.rule.severity.rawValue): \(result.rule.fault)"
    let details = result.findings.map { finding in
      "\(finding.location): found \(finding.found); expected \(finding.expected)"
    }.joined(separator: "\n")
    let outcome =
      result.rule.severity >= severity
      ? "      <failure type=\"\(result.rule.severity.rawValue)\""
        + " message=\"\(escaped(message))\">\(escaped(details))</failure>"
      : "      <system-out>\(escaped(message + "\n" + details))</system-out>"
    return [head + ">", outcome, "    </testcase>"]
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in MarkupCharacter.escaped(text, quotes: true).unicodeScalars {
      switch scalar {
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\r": result += "&#13;"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension VerificationRule {
  /// The first part of the id.
  public var theme: String { String(id.prefix { $0 != "." }) }
}
