import TileModel

/// Collects findings from several threads and keeps the first of each rule.
///
/// What is kept depends on the places alone, not on the order in which threads report.
final class FindingCollector: Sendable {
  private let chosen: Set<VerificationRule>
  private let limit: Int
  private let state = Guarded<[VerificationRule: RuleResult]>([:])

  init(rules: [VerificationRule], limit: Int) {
    chosen = Set(rules)
    self.limit = max(1, limit)
  }

  /// Whether a rule was asked for.
  func wants(_ rule: VerificationRule) -> Bool { chosen.contains(rule) }

  /// Notes a finding.
  func add(_ finding: Finding) {
    guard wants(finding.rule) else { return }
    state.withLock {
      $0[finding.rule, default: RuleResult(rule: finding.rule)].insert(finding, limit)
    }
  }

  /// Notes a finding at a place.
  func add(
    _ rule: VerificationRule, at place: String, tile: TileCoordinate? = nil, found: String,
    expected: String
  ) {
    add(Finding(rule, at: place, tile: tile, found: found, expected: expected))
  }

  /// Notes findings of which only the first are known in words.
  func add(
    _ rule: VerificationRule, count: Int, examples: [String], at place: String, expected: String
  ) {
    guard wants(rule), count > 0 else { return }
    state.withLock { results in
      var result = results[rule] ?? RuleResult(rule: rule)
      for example in examples {
        result.insert(Finding(rule, at: place, found: example, expected: expected), limit)
      }
      result.count += count - examples.count
      results[rule] = result
    }
  }

  /// Drops what was found against rules that another finding explains.
  func drop(_ rules: [VerificationRule]) {
    state.withLock { results in for rule in rules { results[rule] = nil } }
  }

  /// Every chosen rule with what was found, in the order of ``VerificationRule/all``.
  var results: [RuleResult] {
    let found = state.withLock { $0 }
    return VerificationRule.all.filter(wants).map { found[$0] ?? RuleResult(rule: $0) }
  }
}

extension RuleResult {
  fileprivate mutating func insert(_ finding: Finding, _ limit: Int) {
    count += 1
    if findings.count == limit, let last = findings.last, !finding.precedes(last) { return }
    let place = findings.firstIndex { finding.precedes($0) } ?? findings.count
    findings.insert(finding, at: place)
    if findings.count > limit { findings.removeLast() }
  }
}

extension Finding {
  /// Orders by tile, those without one first, then by text.
  fileprivate func precedes(_ other: Finding) -> Bool {
    switch (tile, other.tile) {
    case (nil, .some): true
    case (.some, nil): false
    case (let own?, let others?) where own != others: own < others
    default: (place, found) < (other.place, other.found)
    }
  }
}
