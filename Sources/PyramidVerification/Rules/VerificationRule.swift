/// A law of sound pyramids.
public struct VerificationRule: Hashable, Sendable {
  /// The weight of a broken rule.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing, and allowed.
    case note
    /// Likely a fault, or a fault that clients put up with.
    case warning
    /// A fault: the tiles that clients show depend on luck.
    case error

    /// Orders by weight, a note least.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

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
  /// The weight of breaking it.
  public let severity: Severity
  /// The law of a sound pyramid, in one sentence without a period.
  public let summary: String
  /// The fault where it is broken, in one sentence without a period.
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

  func matches(_ name: String) -> Bool { id == name || id.hasPrefix(name + ".") }
}

extension VerificationRule {
  /// Every rule of a building, in the order in which reports list them; its floors follow those of
  /// ``all``.
  public static let ofBuildings: [VerificationRule] = [
    .buildingReadable, .buildingFloors, .buildingMissing, .buildingDefinition, .buildingOrder,
    .buildingUnlisted, .buildingStray, .buildingSource,
  ]

  static let buildingReadable = VerificationRule(
    "building.readable", .error, "building.json can be read", fault: "building.json cannot be read")
  static let buildingFloors = VerificationRule(
    "building.floors", .error, "building.json lists a floor", fault: "building.json lists no floor")
  static let buildingMissing = VerificationRule(
    "building.missing", .error,
    "the layer definition and the tiles of every floor are there and can be opened",
    fault: "the layer definition or the tiles of a floor are missing or cannot be opened")
  static let buildingDefinition = VerificationRule(
    "building.definition", .error,
    "building.json says of every floor what the floor's layer definition says: id, level, name, digest",
    fault: "building.json and the layer definition of a floor differ")
  static let buildingOrder = VerificationRule(
    "building.order", .warning, "building.json lists the floors from the lowest to the highest",
    fault: "building.json lists a floor before a lower one")
  static let buildingUnlisted = VerificationRule(
    "building.unlisted", .error, "every layer definition of a floor is listed in building.json",
    fault: "a layer definition of a floor is not listed in building.json")
  static let buildingStray = VerificationRule(
    "building.stray", .note, "building.json or a floor's layer definition names every file",
    fault: "a file is named by neither building.json nor a layer definition")
  static let buildingSource = VerificationRule(
    "building.source", .error,
    "the floors are those of the manifest that the building is compared with",
    fault: "the floors are not those of the manifest")
}
