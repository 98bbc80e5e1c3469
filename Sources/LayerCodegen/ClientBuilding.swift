import TileModel

/// Several layers that are the floors of a building.
struct ClientBuilding {
  struct ClientFloor {
    let layer: ClientLayer
    /// The layers of the floor in further variants.
    let alternatives: [(variant: Variant, layer: ClientLayer)]
    let definition: LayerDefinition.Floor
    /// The name of the case, unlike all others.
    let caseName: String

    /// The name as that of a constant, such as `GROUND_FLOOR`, unlike all others too.
    var constantName: String { Identifier.snakeCased(caseName).uppercased() }

    /// The layer in a variant; the first where there is no such.
    func layer(in variant: Variant) -> ClientLayer {
      alternatives.first { $0.variant.name == variant.name }?.layer ?? layer
    }
  }

  /// A look in which floors can be shown, such as a dark one.
  struct Variant {
    let name: String

    var caseName: String { Identifier.isReservedCase(name) ? name + "Variant" : name }

    var constantName: String { name.uppercased() }
  }

  /// The name shown in comments.
  let name: String
  /// The name that was given, or no text.
  let givenName: String
  /// The name of the type that lists the floors.
  let typeName: String
  let floors: [ClientFloor]
  /// The variants of the floors, that of their layers first; empty where there is one.
  let variants: [Variant]

  var layers: [ClientLayer] { floors.flatMap { [$0.layer] + $0.alternatives.map(\.layer) } }

  /// The variant for a dark interface, if there is one.
  var darkVariant: Variant? {
    variants.first { $0.name == LayerDefinition.Floor.Variant.dark }
  }

  /// The name of the type that lists the variants.
  var variantType: String { typeName + "Variant" }

  /// The name of the type that shows one floor at a time.
  var switchName: String { typeName + "Switch" }

  /// The floor to show first.
  var entrance: ClientFloor? {
    let definition = BuildingDefinition(
      name: name, floors: floors.map { BuildingDefinition.Floor($0.definition, layer: "") })
    return floors.first { $0.definition.id == definition.entranceFloor?.floor.id }
  }

  /// Whether any floor is between two storeys, so that levels take numbers with a fraction.
  var hasHalfLevels: Bool { floors.contains { $0.definition.level?.isHalf ?? false } }

  /// What the tiles of floors are found relative to, the same for all that are; `nil` where all URLs
  /// are absolute.
  var base: ClientBase? { layers.lazy.compactMap(\.base).first }

  /// Whether the app reads the tiles of any floor from a file, so that they have no URLs.
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

  /// The name of the type beside the name that it was made of.
  var identifierEntry: IdentifierNotes.Entry {
    IdentifierNotes.Entry(name: name, identifier: typeName, expected: givenName + "Floor")
  }

  /// The names of the type and of the floors beside those that they were made of.
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
  /// The variant of the floor, where it states one.
  fileprivate var variantName: String? { definition.floor?.variant?.name }
}
