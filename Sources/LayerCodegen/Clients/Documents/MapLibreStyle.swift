import TileModel

/// A MapLibre style (style specification, version 8) of raster layers, with tiles of heights as
/// hillshades.
///
/// A building shows its entrance; other floors have the visibility `none`. The metadata of layers
/// hold facts that a style cannot express: the floor, and that tiles within zooms and bounds may be
/// absent. URLs are absolute, or assets for MapLibre Native on Android and iOS.
///
/// A source has one URL template, so that of two tile sizes the one of 512 pixels is named. Screens
/// of one pixel a CSS pixel reduce them. Beyond their deepest zoom they are enlarged to the samples
/// of the tiles of 256.
enum MapLibreStyle {
  static func value(for request: ClientRequest) -> JSONValue {
    let entrance = request.building?.entrance?.layer.typeName ?? request.layers.first?.typeName
    let first = request.layers.first { $0.typeName == entrance }
    var members: [JSONValue.Member] = [.init("version", .number(8))]
    if let name = request.building?.name ?? request.layers.first?.definition.name {
      members.append(.init("name", .string(name)))
    }
    if let first {
      let center = first.definition.displayCenter
      members += [
        .init("center", [.number(center.position.longitude), .number(center.position.latitude)]),
        // MapLibre counts zooms in cells of 512 pixels.
        .init("zoom", .number(max(center.zoom - 1, 0))),
      ]
    }
    // Later layers are drawn above.
    let ordered = request.layers.enumerated().sorted { one, other in
      (one.element.definition.zIndex, one.offset) < (other.element.definition.zIndex, other.offset)
    }.map(\.element)
    members += [
      .init(
        "sources", .object(request.layers.map { .init($0.typeName, source($0.retina ?? $0)) })),
      .init("layers", .array(ordered.map { layer($0, isShown: $0.typeName == entrance) })),
    ]
    return .object(members)
  }

  private static func source(_ layer: ClientLayer) -> JSONValue {
    let definition = layer.definition
    if let url = layer.archiveURL {
      // Zooms and bounds are those of the archive's header.
      return .object(
        kind(of: definition) + [
          .init("url", .string("pmtiles://" + url)),
          .init("tileSize", .number(ClientLayer.cellSize)),
          .init("attribution", .string(definition.attribution ?? "")),
        ])
    }
    var members = kind(of: definition)
    members.append(.init("tiles", .array([.string(layer.assetURL ?? layer.urlTemplate)])))
    if definition.elevation == nil {
      members.append(.init("scheme", .string(definition.scheme.rawValue)))
    }
    members += [
      .init("tileSize", .number(ClientLayer.cellSize)),
      .init("minzoom", .number(definition.minimumZoom)),
      .init("maxzoom", .number(definition.maximumZoom)),
      .init("bounds", .array(definition.displayBounds.edges.map { .number($0) })),
      .init("attribution", .string(definition.attribution ?? "")),
    ]
    return .object(members)
  }

  private static func kind(of definition: LayerDefinition) -> [JSONValue.Member] {
    guard let elevation = definition.elevation else { return [.init("type", .string("raster"))] }
    return [
      .init("type", .string("raster-dem")),
      .init("encoding", .string(elevation.encoding.rawValue)),
    ]
  }

  private static func layer(_ layer: ClientLayer, isShown: Bool) -> JSONValue {
    let floor = layer.definition.floor.map { floor in
      let identity: [JSONValue.Member] = [
        .init("id", .string(floor.id)),
        .init("level", floor.level.map { .number($0.description) } ?? .null),
        .init("name", .string(floor.name)),
      ]
      let variant = floor.variant.map { variant in
        JSONValue.Member(
          "variant", ["name": .string(variant.name), "floor": .string(variant.floor)])
      }
      return JSONValue.Member(
        "tilepyramid:floor", .object(identity + [variant].compactMap(\.self)))
    }
    let coverage = JSONValue.Member(
      "tilepyramid:coverage", "tiles within the zooms and bounds of the source may be absent")
    let isHeights = layer.definition.elevation != nil
    var members: [JSONValue.Member] = [
      .init("id", .string(layer.typeName)),
      .init("type", .string(isHeights ? "hillshade" : "raster")),
      .init("source", .string(layer.typeName)),
      .init("metadata", .object([floor, coverage].compactMap { $0 })),
      .init("layout", ["visibility": isShown ? "visible" : "none"]),
    ]
    if !isHeights {
      members.append(.init("paint", ["raster-opacity": .number(layer.definition.opacity)]))
    }
    return .object(members)
  }
}
