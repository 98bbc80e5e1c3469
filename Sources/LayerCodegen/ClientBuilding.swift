import TileModel

/// Several layers that are the floors of a building.
struct ClientBuilding {
  struct ClientFloor {
    let layer: ClientLayer
    let alternatives: [(variant: Variant, layer: ClientLayer)]
    let definition: LayerDefinition.Floor
    let caseName: String

    /// Unique among the constants, such as `GROUND_FLOOR`.
    var constantName: String { Identifier.snakeCased(caseName).uppercased() }

    func layer(in variant: Variant) -> ClientLayer {
      alternatives.first { $0.variant.name == variant.name }?.layer ?? layer
    }
  }

  /// A look of a building's floors, such as a dark one.
  struct Variant {
    let name: String

    var caseName: String { Identifier.isReservedCase(name) ? name + "Variant" : name }

    var constantName: String { name.uppercased() }
  }

  let name: String
  let givenName: String
  let typeName: String
  let floors: [ClientFloor]
  /// The variants, that of the layers first; empty for one look.
  let variants: [Variant]

  var layers: [ClientLayer] { floors.flatMap { [$0.layer] + $0.alternatives.map(\.layer) } }

  var darkVariant: Variant? {
    variants.first { $0.name == LayerDefinition.Floor.Variant.dark }
  }

  var variantType: String { typeName + "Variant" }

  var switchName: String { typeName + "Switch" }

  var entrance: ClientFloor? {
    let definition = BuildingDefinition(
      name: name, floors: floors.map { BuildingDefinition.Floor($0.definition, layer: "") })
    return floors.first { $0.definition.id == definition.entranceFloor?.floor.id }
  }

  var hasHalfLevels: Bool { floors.contains { $0.definition.level?.isHalf ?? false } }

  /// The common base of relative tile URLs; `nil` when all URLs are absolute.
  var base: ClientBase? { layers.lazy.compactMap(\.base).first }

  var readsFiles: Bool { layers.contains { $0.fileName != nil } }

  init(_ layers: [ClientLayer], named name: String?) {
    let groups = layers.reduce(into: [[ClientLayer]]()) { groups, layer in
      let storey = layer.definition.floor?.storeyID
      if let index = groups.firstIndex(where: { $0[0].definition.floor?.storeyID == storey }) {
        groups[index].append(layer)
      } else {
        groups.append([layer])
      }
    }
    let names = groups.contains { $0.count > 1 } ? layers.map(\.variantName) : []
    variants = names.reduce(into: []) { variants, name in
      if let name, !variants.contains(where: { $0.name == name }) {
        variants.append(Variant(name: name))
      }
    }
    let stem = Identifier.capitalized(name ?? "")
    self.name = name ?? "the building"
    givenName = name ?? ""
    typeName =
      stem.isEmpty
      ? "BuildingFloor" : (Identifier.beginsWithDigit(stem) ? "Building" + stem : stem) + "Floor"
    let stems = groups.map(\.[0]).enumerated().map { index, layer in
      let text = ClientLayer.floorStem(of: layer.definition.floor, number: index + 1)
      let name = Identifier.lowercased(text)
      if Identifier.beginsWithDigit(name) { return "floor" + Identifier.capitalized(text) }
      return Identifier.isReservedCase(name) ? name + "Floor" : name
    }
    floors = zip(groups, UniqueNames.make(stems) { $0 }).compactMap { group, caseName in
      group[0].definition.floor.map { floor in
        let others = group.dropFirst().compactMap { layer in
          layer.variantName.map { (variant: Variant(name: $0), layer: layer) }
        }
        return ClientFloor(
          layer: group[0], alternatives: others, definition: floor, caseName: caseName)
      }
    }
  }

  var identifierEntry: IdentifierNotes.Entry {
    IdentifierNotes.Entry(name: name, identifier: typeName, expected: givenName + "Floor")
  }

  func identifierEntries(_ identifier: (ClientFloor) -> String) -> [IdentifierNotes.Entry] {
    [identifierEntry]
      + floors.map { floor in
        IdentifierNotes.Entry(
          name: floor.definition.name, identifier: identifier(floor),
          expected: floor.definition.name)
      }
  }
}

extension ClientLayer {
  fileprivate var variantName: String? { definition.floor?.variant?.name }
}
