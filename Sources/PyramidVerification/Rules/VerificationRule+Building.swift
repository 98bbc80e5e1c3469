extension VerificationRule {
  /// Every rule of a building, in the order in which reports list them; its floors follow those of
  /// ``all``.
  public static let ofBuildings: [VerificationRule] = [
    .buildingReadable, .buildingFloors, .buildingMissing, .buildingDefinition, .buildingOrder,
    .buildingUnlisted, .buildingStray, .buildingSource,
  ]

  static let buildingReadable = VerificationRule(
    "building.readable", .error, "building.json can be read",
    fault: "building.json cannot be read")
  static let buildingFloors = VerificationRule(
    "building.floors", .error, "building.json lists a floor",
    fault: "building.json lists no floor")
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
