import TileModel

extension SwiftClient {
  /// The enumeration of a building's floors.
  static func source(_ building: ClientBuilding) -> SwiftSource {
    var code = CodeWriter()
    writeFloors(of: building, integer: "UInt", to: &code)
    writeMakeLayer(building, to: &code)
    code.write("}\n")
    code.write(floorSwitch(building))
    return SwiftSource(name: building.typeName, body: code.text)
  }

  /// The enumeration up to where its closing brace stands.
  static func writeFloors(
    of building: ClientBuilding, integer: String, to code: inout CodeWriter
  ) {
    let notes = IdentifierNotes.comment(building.identifierEntries(\.caseName))
    code.write(
      notes + "/// The floors of \(StringLiteral.comment(building.name)), by their identifiers.")
    code.write("nonisolated enum \(building.typeName): String, CaseIterable, Sendable {")
    for floor in building.floors {
      code.write("/// \(StringLiteral.comment(floor.definition.name)).", indent: 1)
      code.write("case \(floor.caseName) = \(StringLiteral.swift(floor.definition.id))", indent: 1)
    }
    code.write("\n  /// The number of the storey, 0 at the ground, when known.")
    let number = building.hasHalfLevels ? "Double" : "Int"
    code.write("  var level: \(number)? {\n    switch self {")
    for floor in building.floors {
      let level = floor.definition.level.map(\.description) ?? "nil"
      code.write("case .\(floor.caseName): \(level)", indent: 2)
    }
    code.write(
      "    }\n  }\n\n  /// The name shown to people.\n  var name: String {\n    switch self {")
    for floor in building.floors {
      code.write(
        "case .\(floor.caseName): \(StringLiteral.swift(floor.definition.name))", indent: 2)
    }
    code.write("    }\n  }")
    if !building.readsFiles { writeTileURL(building, integer: integer, to: &code) }
  }

  private static func writeTileURL(
    _ building: ClientBuilding, integer: String, to code: inout CodeWriter
  ) {
    code.write(
      "\n/// The URL of a tile of the floor, or `nil` when there is no such tile."
        + baseComment(building.base), indent: 1)
    code.write(
      "func tileURL"
        + parameters("x: \(integer), y: \(integer), zoom: \(integer)", base: building.base)
        + " -> URL? {", indent: 1)
    code.write("  switch self {", indent: 1)
    for floor in building.floors {
      let base = floor.layer.isRelative ? ", relativeTo: base" : ""
      code.write("case .\(floor.caseName):", indent: 2)
      code.write("\(floor.layer.typeName).tileURL(x: x, y: y, zoom: zoom\(base))", indent: 3)
    }
    code.write("    }\n  }")
  }

  private static func writeMakeLayer(_ building: ClientBuilding, to code: inout CodeWriter) {
    code.write("\n/// A layer that shows the floor once its `map` is set.", indent: 1)
    code.write(
      "@MainActor func makeLayer\(parameters(base: building.base)) -> \(layerType(building)) {",
      indent: 1)
    code.write("  switch self {", indent: 1)
    for floor in building.floors {
      let base = floor.layer.isRelative ? "relativeTo: base" : ""
      code.write("case .\(floor.caseName): \(floor.layer.typeName).makeLayer(\(base))", indent: 2)
    }
    code.write("    }\n  }")
  }

  /// What the layers of all floors are.
  private static func layerType(_ building: ClientBuilding) -> String {
    building.readsFiles ? "GMSTileLayer" : "GMSURLTileLayer"
  }

  private static func floorSwitch(_ building: ClientBuilding) -> String {
    let isRelative = building.isRelative
    return """
      /// Shows one floor at a time on a map.
      @MainActor final class \(building.switchName) {
        private let map: GMSMapView
        \(isRelative ? "private let base: URL\n  " : "")private var layer: \(layerType(building))?
        /// The floor on the map.
        private(set) var floor: \(building.typeName)?

        /// Creates a switch that shows no floor.
        init\(parameters("map: GMSMapView", base: building.base, indent: "  ")) {
          self.map = map\(isRelative ? "\n    self.base = base" : "")
        }

        /// Shows a floor in place of the one before, or none.
        func show(_ floor: \(building.typeName)?) {
          layer?.map = nil
          layer = floor?.makeLayer(\(isRelative ? "relativeTo: base" : ""))
          layer?.map = map
          self.floor = floor
        }
      }
      """
  }
}
