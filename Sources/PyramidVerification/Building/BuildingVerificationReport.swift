public import TileModel

/// The result of verifying a building.
public struct BuildingVerificationReport: Sendable {
  /// A floor whose tiles were verified.
  public struct Floor: Sendable {
    /// The statement of the building about the floor.
    public let floor: LayerDefinition.Floor
    /// The findings, each of which names the floor.
    public let report: VerificationReport

    init(_ floor: LayerDefinition.Floor, report: VerificationReport) {
      self.floor = floor
      self.report = report
    }
  }

  /// The building's folder or document, as it was named.
  public let path: String
  /// The building's name; `nil` when its document cannot be read.
  public let name: String?
  /// Every checked rule of buildings with its findings.
  public let results: [RuleResult]
  /// The floors whose tiles could be opened, in the building's order.
  ///
  /// Empty when only rules of buildings were chosen.
  public let floors: [Floor]
  /// The number of compared layer definitions where only rules of buildings were chosen; `nil` where tiles
  /// were verified.
  let floorsWithoutTiles: Int?

  /// The number of findings of a severity, of the building and all floors.
  public func count(_ severity: VerificationRule.Severity) -> Int { allResults.count(severity) }

  /// True where anything of at least a severity was found.
  public func fails(at severity: VerificationRule.Severity) -> Bool {
    allResults.contains { $0.count > 0 && $0.rule.severity >= severity }
  }

  /// The report as lines of text, the building first, without a newline at the end.
  public var text: String {
    var lines = ["building  \(path)" + (name.map { ": \($0)" } ?? "")] + results.lines
    for floor in floors {
      lines += ["", "floor \(floor.floor.id)  \(floor.report.kind)  \(floor.report.path)"]
      lines += floor.report.contentLines
    }
    let count = floorsWithoutTiles ?? floors.count
    let checked = floorsWithoutTiles == nil ? "verified" : "checked, no tiles"
    let rules = Set(allResults.map(\.rule)).count
    lines += [
      "", "\(count) floor\(count == 1 ? "" : "s") \(checked), \(rules) rules: \(allResults.counts)",
    ]
    return lines.map(\.displayLine).joined(separator: "\n")
  }

  /// The report as JUnit XML: a suite for the building and one for each floor, a test case for each rule.
  ///
  /// A broken rule of at least `severity` is a failure; other findings are in `system-out`.
  public func junit(failingAt severity: VerificationRule.Severity) -> String {
    JUnitText(
      [(path, results)] + floors.map { ("\(path), floor \($0.floor.id)", $0.report.results) },
      failingAt: severity
    ).text
  }

  private var allResults: [RuleResult] { results + floors.flatMap(\.report.results) }
}

/// The report as JSON, format version 1.
///
/// - `formatVersion`, `path`
/// - `kind`: `building`.
/// - `name`: where it is known.
/// - `errors`, `warnings` and `notes`: numbers of findings of the building and all floors.
/// - `rules`: those of buildings, in the form of ``VerificationReport``.
/// - `floors`: an object with the ``VerificationReport`` of every floor whose tiles could be opened, by its
///   id.
extension BuildingVerificationReport: Encodable {
  /// Encodes the members that the extension documents.
  public func encode(to encoder: any Encoder) throws {
    try JSONMembers([
      "formatVersion": 1, "path": path, "kind": "building", "name": name, "errors": count(.error),
      "warnings": count(.warning), "notes": count(.note), "rules": results,
      "floors": Dictionary(uniqueKeysWithValues: floors.map { ($0.floor.id, $0.report) }),
    ]).encode(to: encoder)
  }
}
