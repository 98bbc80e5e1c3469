import TileModel

extension SwiftClient {
  /// The enumeration of a building's floors.
  static func source(_ building: ClientBuilding, indoor: IndoorMaps?) -> SwiftSource {
    var code = CodeWriter()
    writeFloors(of: building, integer: "UInt", to: &code)
    writeMakeLayer(building, to: &code)
    code.write("}\n")
    if !building.variants.isEmpty { code.write(variants(of: building)) }
    if indoor == .follow { code.write(SwiftIndoorMaps.matching(building) + "\n") }
    code.write(floorSwitch(building, indoor))
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

  /// The enumeration of the variants, which knows that of a style where one of them is dark.
  static func variants(of building: ClientBuilding, isGuarded: Bool = false) -> String {
    var code = CodeWriter()
    code.write("/// The looks in which floors can be shown.")
    code.write("nonisolated enum \(building.variantType): String, CaseIterable, Sendable {")
    for variant in building.variants {
      let value = variant.caseName == variant.name ? "" : " = \"\(variant.name)\""
      code.write("case \(variant.caseName)\(value)", indent: 1)
    }
    if let dark = building.darkVariant, let first = building.variants.first {
      code.write(isGuarded ? "\n  #if canImport(UIKit)" : "")
      code.write(
        """
        /// The variant for a style of the interface, such as `traitCollection.userInterfaceStyle` of a view.
        init(for style: UIUserInterfaceStyle) {
          self = style == .dark ? .\(dark.caseName) : .\(first.caseName)
        }
        """, indent: isGuarded ? 2 : 1)
      if isGuarded { code.write("#endif", indent: 1) }
    }
    code.write("}")
    return code.text
  }

  /// The parameter that names a variant, the first unless it is given; empty without variants.
  static func variantParameter(_ building: ClientBuilding) -> String {
    building.variants.first.map { "in variant: \(building.variantType) = .\($0.caseName)" } ?? ""
  }

  /// What code switches over: the floor, and the variant where there are some.
  static func writeCases(
    of building: ClientBuilding, to code: inout CodeWriter, _ body: (ClientLayer) -> String
  ) {
    let variants = building.variants
    code.write("switch \(variants.isEmpty ? "self" : "(self, variant)") {", indent: 2)
    for floor in building.floors {
      if variants.isEmpty { code.write("case .\(floor.caseName):\(body(floor.layer))", indent: 2) }
      for variant in variants {
        code.write(
          "case (.\(floor.caseName), .\(variant.caseName)):\(body(floor.layer(in: variant)))",
          indent: 2)
      }
    }
    code.write("    }\n  }")
  }

  private static func writeTileURL(
    _ building: ClientBuilding, integer: String, to code: inout CodeWriter
  ) {
    code.write(
      "\n/// The URL of a tile of the floor, or `nil` when there is no such tile."
        + baseComment(building.base), indent: 1)
    let variant = variantParameter(building)
    let address =
      "x: \(integer), y: \(integer), zoom: \(integer)" + (variant.isEmpty ? "" : ", " + variant)
    code.write("func tileURL" + parameters(address, base: building.base) + " -> URL? {", indent: 1)
    writeCases(of: building, to: &code) { layer in
      let base = layer.isRelative ? ", relativeTo: base" : ""
      return "\n  \(layer.typeName).tileURL(x: x, y: y, zoom: zoom\(base))"
    }
  }

  private static func writeMakeLayer(_ building: ClientBuilding, to code: inout CodeWriter) {
    code.write("\n/// A layer that shows the floor once its `map` is set.", indent: 1)
    code.write(
      "@MainActor func makeLayer\(parameters(variantParameter(building), base: building.base))"
        + " -> \(layerType(building)) {", indent: 1)
    writeCases(of: building, to: &code) { layer in
      " \(layer.typeName).makeLayer(\(layer.isRelative ? "relativeTo: base" : ""))"
    }
  }

  /// What the layers of all floors are.
  private static func layerType(_ building: ClientBuilding) -> String {
    building.readsFiles ? "GMSTileLayer" : "GMSURLTileLayer"
  }

  private static func floorSwitch(_ building: ClientBuilding, _ indoor: IndoorMaps?) -> String {
    let isRelative = building.isRelative
    let arguments = [
      building.variants.isEmpty ? nil : "in: variant", isRelative ? "relativeTo: base" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    let follows = indoor == .follow
    return """
      /// Shows one floor at a time on a map\(follows ? ", that of the level which the map's own floor picker chooses" : "").
      @MainActor final class \(building.switchName)\(follows ? ": NSObject, GMSIndoorDisplayDelegate" : "") {
        private let map: GMSMapView
        \(isRelative ? "private let base: URL\n  " : "")private var layer: \(layerType(building))?
        /// The floor on the map.
        private(set) var floor: \(building.typeName)?

        \(SwiftIndoorMaps.creation(indoor))
        init\(parameters("map: GMSMapView", base: building.base, indent: "  ")) {
          self.map = map\(isRelative ? "\n    self.base = base" : "")\(SwiftIndoorMaps.settings(indoor))
        }

        /// Shows a floor in place of the one before, or none.\(building.darkVariant == nil ? "" : styleComment)
        func show(_ floor: \(building.typeName)?\(switchParameter(building))) {\(building.darkVariant == nil ? "" : styleChoice(building))
          layer?.map = nil
          layer = floor?.makeLayer(\(arguments))
          layer?.map = map
          self.floor = floor
        }\(follows ? SwiftIndoorMaps.delegate(building) : "")
      }
      """
  }

  /// The parameter of the switch that names a variant; that of the interface's style unless it is given.
  private static func switchParameter(_ building: ClientBuilding) -> String {
    if building.darkVariant != nil { return ", in variant: \(building.variantType)? = nil" }
    return building.variants.isEmpty ? "" : ", " + variantParameter(building)
  }

  private static func styleChoice(_ building: ClientBuilding) -> String {
    "\n    let variant =\n      variant ?? \(building.variantType)(for: map.traitCollection.userInterfaceStyle)"
  }

  private static let styleComment = """

      ///
      /// Without a variant it is that of the style in which the map is shown. Where the style changes, as the
      /// view controller learns by `registerForTraitChanges([UITraitUserInterfaceStyle.self])` or, before
      /// iOS 17, in `traitCollectionDidChange`, call `show` again with the same floor.
    """
}
