import TileModel

/// TileJSON 3.0.0: one document per layer, and for a building an index of them.
///
/// TileJSON knows zooms and bounds, but no coverage. `tileSize`, which MapLibre reads, is the side
/// of a tile's cell in CSS pixels. Images of 512 pixels fill the same cell more finely. Rows are
/// the server's, as `scheme` states. Relative URLs stay relative to the layer definition.
enum TileJSONClient {
  static func files(for request: ClientRequest) -> [GeneratedFile] {
    let layers = request.layers.map { layer in
      GeneratedFile(path: "\(layer.typeName).json", contents: value(layer).text)
    }
    let building = request.building.map { building in
      GeneratedFile(path: "\(building.typeName)s.json", contents: value(building).text)
    }
    return layers + [building].compactMap { $0 }
  }

  private static func value(_ layer: ClientLayer) -> JSONValue {
    let definition = layer.definition
    let center = definition.displayCenter
    let texts = [
      ("name", definition.name), ("description", definition.description),
      ("attribution", definition.attribution), ("version", definition.version),
      ("scheme", definition.scheme.rawValue), ("format", definition.format.rawValue),
      ("encoding", definition.elevation?.encoding.rawValue),
    ]
    return .object(
      [.init("tilejson", .string("3.0.0"))]
        + texts.compactMap { name, text in text.map { .init(name, .string($0)) } }
        + [
          .init("tiles", .array([.string(layer.urlTemplate)])),
          .init("tileSize", .number(ClientLayer.cellSize)),
          .init("minzoom", .number(definition.minimumZoom)),
          .init("maxzoom", .number(definition.maximumZoom)),
          .init("fillzoom", .number(definition.maximumZoom)),
          .init("bounds", .array(definition.displayBounds.edges.map { .number($0) })),
          .init(
            "center",
            [
              .number(center.position.longitude), .number(center.position.latitude),
              .number(center.zoom),
            ]),
          // The prose of TileJSON asks for it with vector tiles only, its schema always.
          .init("vector_layers", .array([])),
        ])
  }

  private static func value(_ building: ClientBuilding) -> JSONValue {
    let floors = building.floors.map { floor in
      let variants = floor.alternatives.map { variant, layer in
        JSONValue.Member(variant.name, .string("\(layer.typeName).json"))
      }
      return JSONValue.object(
        [
          .init("id", .string(floor.definition.id)),
          .init("level", floor.definition.level.map { .number($0.description) } ?? .null),
          .init("name", .string(floor.definition.name)),
          .init("tilejson", .string("\(floor.layer.typeName).json")),
        ] + (variants.isEmpty ? [] : [.init("variants", .object(variants))]))
    }
    return [
      "name": .string(building.name),
      "entrance": .optional(building.entrance?.definition.id), "floors": .array(floors),
    ]
  }
}
