public import TileModel
import TileStorage

/// Collects findings from several threads and keeps the first of each rule.
///
/// The choice depends on the positions alone, not on the order in which threads report.
final class FindingCollector: Sendable {
  private let chosen: Set<VerificationRule>
  private let catalogue: [VerificationRule]
  private let limit: Int
  private let locationPrefix: String
  private let profile: VerificationProfile?
  private let state = Guarded<[VerificationRule: RuleResult]>([:])

  init(
    rules: [VerificationRule], among catalogue: [VerificationRule] = VerificationRule.all,
    limit: Int, floor: String? = nil, profile: VerificationProfile? = nil
  ) {
    self.profile = profile
    chosen = Set(rules)
    self.catalogue = catalogue
    self.limit = max(1, limit)
    locationPrefix = floor.map { "floor \($0), " } ?? ""
  }

  func wants(_ rule: VerificationRule) -> Bool { chosen.contains(rule) }

  func add(
    _ rule: VerificationRule, at location: String, tile: TileCoordinate? = nil, found: String,
    expected: String
  ) {
    guard wants(rule) else { return }
    let finding = Finding(
      rule, at: locationPrefix + location, tile: tile, found: found, expected: expected)
    state.withLock { $0[rule, default: RuleResult(rule: rule)].insert(finding, limit) }
  }

  func add(
    _ rule: VerificationRule, count: Int, examples: [String], at location: String, expected: String
  ) {
    guard wants(rule), count > 0 else { return }
    state.withLock { results in
      var result = results[rule] ?? RuleResult(rule: rule)
      for example in examples {
        result.insert(
          Finding(rule, at: locationPrefix + location, found: example, expected: expected), limit)
      }
      result.count += count - examples.count
      results[rule] = result
    }
  }

  func add(_ fault: StoreFault) {
    guard let rule = catalogue.first(where: { $0.id == fault.rule }) else {
      return assertionFailure("no rule \(fault.rule)")
    }
    add(
      rule, count: fault.count, examples: fault.examples, at: fault.location,
      expected: fault.expected)
  }

  func drop(_ rules: [VerificationRule]) {
    state.withLock { results in for rule in rules { results[rule] = nil } }
  }

  var results: [RuleResult] {
    let found = state.withLock { $0 }
    return catalogue.filter(wants).map { rule in
      let result = found[rule] ?? RuleResult(rule: rule)
      return profile.map { result.weighed(by: $0) } ?? result
    }
  }
}

extension RuleResult {
  fileprivate func weighed(by profile: VerificationProfile) -> RuleResult {
    let rule = profile.weighed(self.rule)
    var result = RuleResult(rule: rule)
    result.count = count
    result.findings = findings.map {
      Finding(rule, at: $0.location, tile: $0.tile, found: $0.found, expected: $0.expected)
    }
    return result
  }

  fileprivate mutating func insert(_ finding: Finding, _ limit: Int) {
    count += 1
    if findings.count == limit, let last = findings.last, !finding.precedes(last) { return }
    let index = findings.firstIndex { finding.precedes($0) } ?? findings.count
    findings.insert(finding, at: index)
    if findings.count > limit { findings.removeLast() }
  }
}

extension Finding {
  fileprivate func precedes(_ other: Finding) -> Bool {
    switch (tile, other.tile) {
    case (nil, .some): true
    case (.some, nil): false
    case (let own?, let others?) where own != others: own < others
    default: (location, found) < (other.location, other.found)
    }
  }
}

/// One location at which a rule is broken.
public struct Finding: Hashable, Sendable {
  /// The rule.
  public let rule: VerificationRule
  /// The tile, metadata row, file or zoom concerned.
  public let location: String
  /// The tile concerned, when it is one.
  public let tile: TileCoordinate?
  /// The state that was found.
  public let found: String
  /// The state that a sound store has.
  public let expected: String

  package init(
    _ rule: VerificationRule, at location: String, tile: TileCoordinate? = nil, found: String,
    expected: String
  ) {
    self.rule = rule
    self.location = location
    self.tile = tile
    self.found = found
    self.expected = expected
  }
}

/// The findings of one rule.
public struct RuleResult: Hashable, Sendable {
  /// The rule.
  public let rule: VerificationRule
  /// The number of locations that break it.
  public internal(set) var count = 0
  /// The first of them, by zoom, row and column where they are tiles.
  public internal(set) var findings: [Finding] = []
}
