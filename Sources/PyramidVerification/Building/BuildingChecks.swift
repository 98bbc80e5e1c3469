import TileModel
import TileStorage

/// Compares `building.json` with the floors and with the contents of the building's folder.
struct BuildingChecks {
  let building: StoredBuilding
  let collector: FindingCollector

  private var floors: [BuildingDefinition.Floor] { building.definition.floors }

  func checkList() {
    if floors.isEmpty {
      collector.add(
        .buildingFloors, at: building.documentPath, found: "no floor", expected: "at least one")
    }
    for (lower, upper) in zip(floors, floors.dropFirst()) {
      guard let low = lower.floor.level, let high = upper.floor.level, high < low else { continue }
      collector.add(
        .buildingOrder, at: "floor \(upper.floor.id), \(building.documentPath)",
        found: "level \(high) after level \(low) of floor \(lower.floor.id)",
        expected: "floors from the lowest to the highest")
    }
  }

  func compare(with stated: [LayerDefinition.Floor]) {
    for floor in stated {
      guard let built = building.definition.floor(floor.id)?.floor else {
        collector.add(
          .buildingSource, at: "floor \(floor.id), \(building.documentPath)",
          found: "no such floor", expected: "the floor, as the manifest lists")
        continue
      }
      for (found, expected) in [
        (Self.text(built.level), Self.text(floor.level)),
        ("name \(built.name)", "name \(floor.name)"),
      ] where found != expected {
        collector.add(
          .buildingSource, at: "floor \(floor.id), \(building.documentPath)", found: found,
          expected: "\(expected), as in the manifest")
      }
    }
    for entry in floors where !stated.contains(where: { $0.id == entry.floor.id }) {
      collector.add(
        .buildingSource, at: "floor \(entry.floor.id), \(building.documentPath)",
        found: "a floor that the manifest does not list", expected: "the floors of the manifest")
    }
  }

  func inspect(
    _ entry: BuildingDefinition.Floor, scratch: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> StoreInspection? {
    do throws(TileStorageError) {
      let inspection = try building.inspect(entry, scratch: scratch, isCancelled: isCancelled)
      if let definition = inspection.document?.definition { compare(entry, with: definition) }
      return inspection
    } catch {
      // A floor that is not verified must not pass for sound where the rule was not chosen.
      guard error.isFinding, collector.wants(.buildingMissing) else {
        throw error.naming(floor: entry.floor.id)
      }
      let report = error.report
      collector.add(
        .buildingMissing,
        at: ["floor \(entry.floor.id)", report.location].compactMap(\.self).joined(separator: ", "),
        found: report.found ?? report.what,
        expected: report.expected ?? "a layer definition and tiles")
      return nil
    }
  }

  func checkFolder(isCancelled: @escaping @Sendable () -> Bool) throws(TileStorageError) {
    guard collector.wants(.buildingUnlisted) || collector.wants(.buildingStray) else { return }
    let survey = try BuildingSurvey(of: building, isCancelled: isCancelled)
    for unlisted in survey.unlistedFloors {
      collector.add(
        .buildingUnlisted, at: "floor \(unlisted.floor.id), \(building.path)/\(unlisted.layer)",
        found: "\(Self.text(unlisted.floor.level)), not in \(BuildingDocument.fileName)",
        expected: "a floor of \(BuildingDocument.fileName), or no such file")
    }
    collector.add(
      .buildingStray, count: survey.strays.count, examples: survey.strays.examples,
      at: building.path, expected: "only what the building and its floors name")
  }

  private func compare(_ entry: BuildingDefinition.Floor, with definition: LayerDefinition) {
    func confirm(_ found: String, is expected: String) {
      guard found != expected else { return }
      collector.add(
        .buildingDefinition, at: "floor \(entry.floor.id), \(building.documentPath)", found: found,
        expected: "\(expected), as in \(building.path)/\(entry.layer)")
    }
    guard let floor = definition.floor else {
      return confirm("floor \(entry.floor.id)", is: "no floor")
    }
    confirm("id \(entry.floor.id)", is: "id \(floor.id)")
    confirm(Self.text(entry.floor.level), is: Self.text(floor.level))
    confirm("name \(entry.floor.name)", is: "name \(floor.name)")
    if let digest = entry.digest {
      confirm("digest \(digest.hexadecimal)", is: "digest \(definition.digest.hexadecimal)")
    }
  }

  private static func text(_ level: (some CustomStringConvertible)?) -> String {
    level.map { "level \($0)" } ?? "no level"
  }
}
