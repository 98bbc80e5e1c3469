import TileModel

extension VerificationReport {
  /// The report as lines of text, without a newline at the end.
  public var text: String {
    var lines = ["\(kind)  \(path)"]
    lines += zooms.map { zoom in
      var parts = ["\(zoom.tiles) tiles", "\(zoom.bytes) bytes"]
      for (count, name) in [
        (zoom.blank, "blank"), (zoom.oneColor, "of one colour"), (zoom.repeated, "repeated"),
        (zoom.damaged, "damaged"),
      ] where count > 0 {
        parts.append("\(count) \(name)")
      }
      return "zoom \(zoom.zoom)".padded(to: 8) + parts.joined(separator: ", ")
    }
    if let source {
      lines.append(
        "source  \(source.tiles) tiles, \(source.samples) samples; shift"
          + " \(Decimal.text(source.shiftX, 2)) east, \(Decimal.text(source.shiftY, 2)) south in"
          + " samples; mean difference \(Decimal.text(source.meanDifference, 2)) levels,"
          + " \(Decimal.text(source.peakSignalToNoise, 1)) dB,"
          + " \(Decimal.text(100 * source.outsideShare, 3)) % out of range")
    }
    for result in results where result.count > 0 {
      lines.append("")
      lines.append(
        "\(result.rule.severity.rawValue): \(result.rule.id): not so: \(result.rule.summary)")
      for finding in result.findings {
        lines.append("  \(finding.place)")
        lines.append("    found: \(finding.found)")
        lines.append("    expected: \(finding.expected)")
      }
      let rest = result.count - result.findings.count
      if rest > 0 { lines.append("  and \(rest) more") }
    }
    lines.append("")
    lines.append(verdict)
    return lines.map(\.displayLine).joined(separator: "\n")
  }

  /// The numbers of findings in one line.
  public var verdict: String {
    let counts = [VerificationRule.Severity.error, .warning, .note].map { severity in
      let count = count(severity)
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return "\(results.count) rules: \(counts.joined(separator: ", "))"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
