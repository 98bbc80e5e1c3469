import TileModel

extension VerificationReport {
  /// The report as lines of text, without a newline at the end.
  public var text: String {
    let lines = ["\(kind)  \(path)"] + contentLines + ["", verdict]
    return lines.map(\.displayLine).joined(separator: "\n")
  }

  var contentLines: [String] {
    let named = zooms.map { ("zoom \($0.zoom)", $0) } + retinaZooms.map { ("@2x \($0.zoom)", $0) }
    var lines = named.map { name, zoom in
      var parts = ["\(zoom.tiles) tiles", "\(zoom.bytes) bytes"]
      for (count, name) in [
        (zoom.blank, "blank"), (zoom.oneColor, "of one colour"), (zoom.repeated, "repeated"),
        (zoom.damaged, "damaged"),
      ] where count > 0 { parts.append("\(count) \(name)") }
      return name.padded(to: 8) + parts.joined(separator: ", ")
    }
    if let source {
      lines.append(
        "source  \(source.tiles) of \(source.tilesInZoom) tiles of zoom \(source.zoom),"
          + " \(source.samples) samples of \(source.isOfHeights ? "heights" : "colour and alpha"); shift"
          + " \(NumberText.fixed(source.shiftX, 2)) east, \(NumberText.fixed(source.shiftY, 2)) south in"
          + " samples; mean difference "
          + (source.isOfHeights
            ? "\(NumberText.fixed(source.meanDifference, 4)) m,"
            : "\(NumberText.fixed(source.meanDifference, 2)) levels,"
              + " \(NumberText.fixed(source.peakSignalToNoise, 1)) dB,")
          + " \(NumberText.fixed(100 * source.outsideShare, 3)) % out of range")
      lines += unseen(source)
    }
    return lines + results.lines
  }

  private func unseen(_ source: SourceAgreement) -> [String] {
    var parts: [String] = []
    let rest = source.tilesInZoom - source.tiles - source.tilesNotComparable
    if rest > 0 { parts.append("\(rest) tiles of zoom \(source.zoom)") }
    if source.tilesNotComparable > 0 {
      parts.append("\(source.tilesNotComparable) tiles that are damaged or off the source")
    }
    let above = zooms.filter { $0.zoom < source.zoom }.map { String($0.zoom) }
    if !above.isEmpty {
      parts.append("zoom \(above.joined(separator: ", ")), which the zoom below is compared with")
    }
    return parts.isEmpty ? [] : ["        not compared with it: " + parts.joined(separator: "; ")]
  }

  /// The numbers of findings in one line.
  public var verdict: String { "\(results.count) rules: \(results.counts)" }
}

extension [RuleResult] {
  var lines: [String] {
    flatMap { result -> [String] in
      guard result.count > 0 else { return [] }
      var lines = [
        "",
        "\(result.rule.severity.rawValue): \(result.rule.id): \(result.rule.fault)",
      ]
      for finding in result.findings {
        lines.append("  \(finding.location)")
        lines.append("    found: \(finding.found)")
        lines.append("    expected: \(finding.expected)")
      }
      let rest = result.count - result.findings.count
      if rest > 0 { lines.append("  and \(rest) more") }
      return lines
    }
  }

  func count(_ severity: VerificationRule.Severity) -> Int {
    filter { $0.rule.severity == severity }.reduce(0) { $0 + $1.count }
  }

  var counts: String {
    [VerificationRule.Severity.error, .warning, .note].map { severity in
      let count = count(severity)
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
