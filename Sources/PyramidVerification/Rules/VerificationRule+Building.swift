extension VerificationRule {
  /// Every rule of a building, in the order in which reports list them; its floors follow those of
  /// ``all``.
  public static let ofBuildings: [VerificationRule] = [
    .buildingReadable, .buildingFloors, .buildingMissing, .buildingDefinition, .buildingOrder,
    .buildingUnlisted, .buildingStray, .buildingSource,
  ]

  static let buildingReadable = VerificationRule(
    "building.readable", .error, "building.json can be read")
  static let buildingFloors = VerificationRule(
    "building.floors", .error, "building.json lists a floor",
    consequences: ["building.unlisted", "building.stray", "building.source"])
  static let buildingMissing = VerificationRule(
    "building.missing", .error,
    "the layer definition and the tiles of every floor are there and can be opened",
    consequences: ["building.stray"])
  static let buildingDefinition = VerificationRule(
    "building.definition", .error,
    "building.json says of every floor what the floor's layer definition says: id, level, name, digest",
    consequences: ["building.order", "building.source"])
  static let buildingOrder = VerificationRule(
    "building.order", .warning, "building.json lists the floors from the lowest to the highest")
  static let buildingUnlisted = VerificationRule(
    "building.unlisted", .error, "every layer definition of a floor is listed in building.json",
    consequences: ["building.stray", "building.source"])
  static let buildingStray = VerificationRule(
    "building.stray", .note, "building.json or a floor's layer definition names every file")
  static let buildingSource = VerificationRule(
    "building.source", .error,
    "the floors are those of the manifest that the building is compared with",
    consequences: ["building.definition"])
}
