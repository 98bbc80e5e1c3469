import TileModel

/// Objective-C for the Google Maps SDK for iOS, with automatic reference counting.
enum ObjectiveCClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let layers = request.layers.flatMap { layer in
      files(layer.typeName, header, implementation, values(layer))
    }
    guard let building = request.building else { return layers }
    return layers
      + files(
        building.typeName, floorsHeader, floorsImplementation, values(building, of: request))
  }

  private static func files(
    _ name: String, _ header: Template, _ implementation: Template, _ values: TemplateValues
  ) -> [GeneratedFile] {
    [
      GeneratedFile(path: "\(name).h", contents: header.filled(values)),
      GeneratedFile(path: "\(name).m", contents: implementation.filled(values)),
    ]
  }

  private static func values(_ layer: ClientLayer) -> TemplateValues {
    let (definition, bounds) = (layer.definition, layer.definition.bounds)
    let numbers: [(type: String, name: String, value: any TemplateValue)] = [
      ("NSInteger", "tileSize", definition.tileSize.rawValue),
      ("NSUInteger", "minimumZoom", definition.minimumZoom),
      ("NSUInteger", "maximumZoom", definition.maximumZoom),
      ("double", "west", bounds.west), ("double", "south", bounds.south),
      ("double", "east", bounds.east), ("double", "north", bounds.north),
    ]
    let lookups =
      [ObjectiveCCoverage.source(layer.coverage)]
      + layer.otherFormats.map { ObjectiveCCoverage.source($0.table, named: $0.title) }
    return layer.values(language).merging(baseValues(layer.base)) { $1 }.merging([
      "numbers": numbers.map { ["type": $0.type, "property": $0.name, "value": $0.value] },
      "lookups": String(lookups.joined(separator: "\n").dropLast()),
      "tilePart": ObjectiveCCoverage.tilePart,
      "tileFile": ObjectiveCCoverage.tileFile,
    ]) { $1 }
  }

  private static func values(
    _ building: ClientBuilding, of request: ClientRequest
  ) -> TemplateValues {
    let variants = building.variants
    let values: TemplateValues = [
      "notes": IdentifierNotes.comment([building.identifierEntry]),
      "readsFiles": building.readsFiles,
      "imports": building.layers.map(\.values),
      "variants": variants.map {
        ["capitalized": Identifier.capitalized($0.name)] as TemplateValues
      },
      "firstVariant": variants.first?.name,
      "first": Identifier.capitalized(variants.first?.name ?? ""),
      "dark": Identifier.capitalized(building.darkVariant?.name ?? ""),
      "element": element,
      "floors": building.floors.map { floor in
        self.values(floor, floor.layer, of: building).merging([
          "others": variants.dropFirst().map {
            self.values(floor, floor.layer(in: $0), of: building).merging(["isOther": true]) { $1 }
          }
        ]) { $1 }
      },
    ]
    return request.values(language).merging(baseValues(building.base)) { $1 }
      .merging(values) { $1 }
  }

  private static func values(
    _ floor: ClientBuilding.ClientFloor, _ layer: ClientLayer, of building: ClientBuilding
  ) -> TemplateValues {
    // A floor under an absolute URL takes the base that other floors need, and leaves it.
    let base = "NSURL *base" + (layer.isRelative ? "" : " __attribute__((unused))")
    return layer.values.merging([
      "id": language.literal(floor.definition.id),
      "floorName": language.literal(floor.definition.name),
      "boxedLevel": floor.definition.level.map { "@(\($0))" } ?? "nil",
      "base": building.base == nil ? nil : base,
      "isOther": false, "others": [TemplateValues](),
    ]) { $1 }
  }

  private static func baseValues(_ base: ClientBase?) -> TemplateValues {
    [
      "isRelative": base != nil, "isPacked": base == .app,
      "baseType": base == .app ? "nullable NSURL *" : "NSURL *",
      "baseComment": baseComment, "tileURL": selector, "makeLayer": factory,
    ]
  }

  private static let language = TemplateLanguage(
    literal: StringLiteral.objectiveC, null: "nil"
  ) { layer, _ in
    // The arguments of the format string, each with the comma before it.
    var values: [String] = []
    func append(_ number: String) -> String {
      values.append(", (unsigned long)\(number)")
      return "%lu"
    }
    let format = (layer.template?.parts ?? []).map { part in
      switch part {
      case .text(let text): return StringLiteral.cFormatContent(text)
      case .zoom: return append("zoom")
      case .column: return append("x")
      case .row: return append(layer.isFlipped ? "row" : "y")
      case .format:
        values.append(
          ", "
            + layer.fileExtension(quote: "@\"") { "\($0.title)TileExists(x, y, zoom) ? \($1) : " })
        return "%@"
      }
    }.joined()
    return "@\"\(format)%@\"\(values.joined())"
  }

  private static let header = Template(PackageResources.ObjectiveCLayer_h)
  private static let implementation = Template(PackageResources.ObjectiveCLayer_m)
  private static let floorsHeader = Template(PackageResources.ObjectiveCFloors_h)
  private static let floorsImplementation = Template(PackageResources.ObjectiveCFloors_m)
  private static let element = Template(PackageResources.ObjectiveCElement_m)
  private static let baseComment = Template(PackageResources.ObjectiveCBase_h)
  private static let selector = Template(PackageResources.ObjectiveCSelector_m)
  private static let factory = Template(PackageResources.ObjectiveCFactory_m)
}
