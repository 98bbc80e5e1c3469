extension VerificationReport {
  /// The report as JUnit XML, which build servers show: one test case for each rule.
  ///
  /// A broken rule of at least `severity` is a failure; what else was found is in `system-out`.
  public func junit(failingAt severity: VerificationRule.Severity) -> String {
    let failures = results.count { $0.count > 0 && $0.rule.severity >= severity }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"0\">",
      "  <testsuite name=\"\(Self.escaped(path))\" tests=\"\(results.count)\""
        + " failures=\"\(failures)\" errors=\"0\" skipped=\"0\">",
    ]
    for result in results {
      let head =
        "    <testcase classname=\"tilepyramid.verify.\(result.rule.theme)\""
        + " name=\"\(result.rule.id)\""
      guard result.count > 0 else {
        lines.append(head + "/>")
        continue
      }
      let message = "\(result.count) × \(result.rule.severity.rawValue): \(result.rule.summary)"
      let details = result.findings.map { finding in
        "\(finding.place): found \(finding.found); expected \(finding.expected)"
      }.joined(separator: "\n")
      lines.append(head + ">")
      if result.rule.severity >= severity {
        lines.append(
          "      <failure type=\"\(result.rule.severity.rawValue)\""
            + " message=\"\(Self.escaped(message))\">\(Self.escaped(details))</failure>")
      } else {
        lines.append(
          "      <system-out>\(Self.escaped(message + "\n" + details))</system-out>")
      }
      lines.append("    </testcase>")
    }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n")
  }

  /// Text for an XML 1.0 document: what it cannot hold at all becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
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
