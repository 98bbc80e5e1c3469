public import TileModel

/// One location at which a rule is broken.
public struct Finding: Hashable, Sendable {
  /// The rule.
  public let rule: VerificationRule
  /// The tile, metadata row, file or zoom concerned.
  public let location: String
  /// The tile concerned, when it is one.
  public let tile: TileCoordinate?
  /// What is there.
  public let found: String
  /// What should be there.
  public let expected: String

  /// Creates a finding.
  public init(
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
  /// How many locations break it.
  public internal(set) var count = 0
  /// The first of them, by zoom, row and column where they are tiles.
  public internal(set) var findings: [Finding] = []
}
