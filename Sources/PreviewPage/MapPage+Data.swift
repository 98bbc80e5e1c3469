package import TileModel

extension MapPage {
  var data: JSONValue {
    let identifiers = self.identifiers
    let entrance = building?.entranceFloor?.floor.id ?? entranceByLevel
    let beneath = ground.map { [("backgrounds", JSONValue.array($0.values))] } ?? []
    return .members(
      [
        ("title", .string(title)),
        ("attribution", Self.value(ofHTML: building?.attribution)),
        ("entrance", .optional(entrance)),
        ("layers", .array(zip(layers, identifiers).map { Self.value(of: $0, identifier: $1) })),
      ] + beneath)
  }

  private var entranceByLevel: String? {
    layers.map(\.definition).first { ($0.floor?.level ?? -1) >= 0 }?.floor?.id
  }

  private var identifiers: [String] {
    var taken: Set<String> = []
    return layers.map { layer in
      let name = layer.definition.floor?.id ?? layer.definition.name
      var identifier = name
      var number = 2
      while !taken.insert(identifier).inserted {
        identifier = "\(name) (\(number))"
        number += 1
      }
      return identifier
    }
  }

  /// The levels of each format but the layer's own, keyed by file extension.
  private static func formats(of definition: LayerDefinition) -> JSONValue {
    .members(
      TileFormatDescription.all.compactMap { known in
        definition.formatCoverage[known.format].map {
          (known.format.rawValue, .array($0.levels.map(value)))
        }
      })
  }

  package static func value(of layer: Layer, identifier: String) -> JSONValue {
    let definition = layer.definition
    let bounds = definition.bounds
    var extras: [(String, JSONValue)] = []
    if layer.tiles.namesFormat { extras.append(("formats", formats(of: definition))) }
    if let variant = definition.floor?.variant {
      let value = [("name", variant.name), ("floor", variant.floor)]
      extras.append(("variant", .members(value.map { ($0, .string($1)) })))
    }
    if let image = definition.imageGrid {
      let zoom = image.zoom(ofPixels: definition.tileSize)
      extras.append(("pixelsAcross", .number(definition.tileSize.rawValue << zoom)))
    }
    return .members(
      [
        ("id", .string(identifier)),
        ("label", .string(layer.label)),
        ("name", .string(definition.name)),
        ("description", .optional(definition.description)),
        ("attribution", value(ofHTML: definition.attribution)),
        ("tiles", .string(layer.tiles.text)),
        ("tms", .boolean(definition.scheme == .tms)),
        ("tileSize", .number(definition.tileSize.rawValue)),
        ("tileCount", .number(definition.coverage.tileCount)),
        ("opacity", .number(definition.opacity)),
        (
          "bounds",
          .array([bounds.west, bounds.south, bounds.east, bounds.north].map(JSONValue.number))
        ),
        ("outline", .array(outline(of: definition).map(value))),
        ("points", .array(definition.controlPoints.map(value))),
        ("levels", .array(definition.coverage.levels.map(value))),
      ] + extras)
  }

  /// The corners of the image, otherwise those of the bounds.
  private static func outline(of definition: LayerDefinition) -> [GeographicCoordinate] {
    if !definition.outline.isEmpty { return definition.outline }
    let bounds = definition.bounds
    return [
      (bounds.north, bounds.west), (bounds.north, bounds.east), (bounds.south, bounds.east),
      (bounds.south, bounds.west),
    ].map { GeographicCoordinate(latitude: $0.0, longitude: $0.1) }
  }

  private static func value(of position: GeographicCoordinate) -> JSONValue {
    .array([.number(position.longitude), .number(position.latitude)])
  }

  private static func value(of point: LayerDefinition.ControlPoint) -> JSONValue {
    .members([
      ("name", .optional(point.name)),
      ("longitude", .number(point.position.longitude)),
      ("latitude", .number(point.position.latitude)),
    ])
  }

  /// The texts and links of an attribution in HTML.
  package static func value(ofHTML attribution: String?) -> JSONValue {
    let parts = attribution.map(AttributionPart.parts(of:)) ?? []
    return .array(
      parts.map { .members([("text", .string($0.text)), ("link", .optional($0.link))]) })
  }

  /// A zoom and its rows: first and last row, then the first and last column of each run that these
  /// rows share.
  private static func value(of level: TileCoverage.Level) -> JSONValue {
    var groups: [(first: Int, last: Int, runs: [Range<Int>])] = []
    for row in level.rows {
      if let last = groups.last, last.last == row.y - 1, last.runs == row.runs {
        groups[groups.count - 1].last = row.y
      } else {
        groups.append((row.y, row.y, row.runs))
      }
    }
    let rows = groups.map { group in
      JSONValue.array(
        ([group.first, group.last]
          + group.runs.flatMap { [$0.lowerBound, $0.upperBound - 1] }).map(JSONValue.number))
    }
    return .array([.number(level.zoom), .array(rows)])
  }
}
