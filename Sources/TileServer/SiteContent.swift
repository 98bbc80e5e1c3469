import PreviewPage
import TileModel
import TileStorage

/// The layers of a site as they were when it was opened, and the names under which they are served.
struct SiteContent: Sendable {
  /// A layer and the first component of its paths.
  struct Layer: Sendable {
    /// The component, or `nil` for the only layer, whose paths begin with the zoom.
    var key: String?
    var definition: LayerDefinition
    var reader: any TileReader
    /// The version token of the tiles' URLs; `nil` when nothing is known by which to make one.
    var token: String?
    /// The paths that the layer's own template gives its tiles, unless those of another layer are equal.
    var ownAddresses: OwnAddresses?
    /// The same of the tiles of 512 samples beside these.
    var retinaAddresses: OwnAddresses?
    /// The file of the tiles, where clients can read that themselves.
    var archive: ServedArchive?

    /// Whether a tile, if there is one, is offered under an extension, or none.
    func offers(_ tile: TileCoordinate, extension ending: String?) -> Bool {
      guard let ending else { return definition.isHybrid }
      return ending == definition.format(of: tile).rawValue
    }

    /// The tiles of 512 samples beside these as a layer of their own; `nil` where there are none.
    var retina: Layer? {
      guard let definition = definition.retinaLayer, let reader = reader.retina else { return nil }
      return Layer(
        key: key, definition: definition, reader: reader,
        token: token.map { _ in definition.versionToken }, ownAddresses: retinaAddresses)
    }
  }

  var building: BuildingDefinition?
  var layers: [Layer]
  var files: [String]
  /// What a user should know of the layers.
  var warnings: [String]

  init(_ stored: StoredLayers, path: String) throws(TileServerError) {
    guard !stored.layers.isEmpty else { throw .noLayers(path: path) }
    guard stored.layers.contains(where: { $0.definition.coverage.tileCount > 0 }) else {
      throw .noTiles(path: path)
    }
    building = stored.building
    files = stored.files
    warnings = stored.layers.flatMap(\.warnings)
    layers = stored.layers.enumerated().map { index, layer in
      let id = layer.definition.floor?.id
      let folder = Self.folder(at: index, in: stored)
      return Layer(
        key: stored.building == nil ? nil : Self.key(for: id ?? "", at: index),
        definition: layer.definition, reader: layer.reader,
        token: layer.isDescribed ? layer.definition.versionToken : nil,
        ownAddresses: OwnAddresses(of: layer.definition, in: folder),
        retinaAddresses: layer.definition.retinaLayer.flatMap { OwnAddresses(of: $0, in: folder) },
        archive: ServedArchive(layer.reader))
    }
    for addresses in [\Layer.ownAddresses, \.retinaAddresses] {
      let paths = Dictionary(grouping: layers.compactMap { $0[keyPath: addresses]?.path }) { $0 }
      for index in layers.indices {
        guard let path = layers[index][keyPath: addresses]?.path else { continue }
        // Which of two floors is meant cannot be determined.
        if paths[path, default: []].count > 1 { layers[index][keyPath: addresses] = nil }
      }
    }
  }

  /// The identifier of a floor, unless it cannot be a component of a path.
  private static func key(for id: String, at index: Int) -> String {
    let isSafe =
      !id.isEmpty && id != "." && id != ".."
      && id.unicodeScalars.allSatisfy { !"/\\{}%".unicodeScalars.contains($0) && $0.value >= 0x20 }
    return isSafe ? id : "floor-\(index)"
  }

  /// The path of the folder of a floor's definition from that of the building.
  private static func folder(at index: Int, in stored: StoredLayers) -> String {
    guard let floors = stored.building?.floors, floors.indices.contains(index) else { return "" }
    return floors[index].layer.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The tile that a path names by the own template of one of the layers.
  func tile(atOwnPath path: String) -> (layer: Layer, tile: TileCoordinate)? {
    for layer in layers.flatMap({ [$0, $0.retina] }).compactMap(\.self) {
      guard let (tile, format) = layer.ownAddresses?.tile(at: path) else { continue }
      if format == nil || format == layer.definition.format(of: tile) { return (layer, tile) }
    }
    return nil
  }

  /// The file of a name that clients can read themselves.
  func archive(named name: String) -> ServedArchive? {
    layers.lazy.compactMap(\.archive).first { $0.name == name }
  }

  /// The layer whose paths begin with a component, or the only one.
  func layer(_ key: String?) -> Layer? { layers.first { $0.key == key } }

  /// The definition of a layer as the server offers its tiles: rows from the north, and URLs that
  /// begin with `base`, which ends in a slash or is empty.
  func servedDefinition(
    of layer: Layer, base: String
  ) throws(TileTemplateError) -> LayerDefinition {
    var definition = layer.definition
    definition.scheme = .xyz
    // One template for tiles of both formats, so that every client of TileJSON can show them.
    let name = definition.isHybrid ? "{z}/{x}/{y}" : "{z}/{x}/{y}.{ext}"
    definition.urlTemplate = try TileTemplate(
      url: base + (layer.key == nil ? "" : "{floor}/") + name, floor: layer.key,
      format: definition.format)
    if let template = definition.urlTemplate, definition.retina != nil {
      definition.retina?.urlTemplate = try TileTemplate(RetinaTemplateTexts(template.text).retina)
    }
    return definition
  }

  /// The page that shows the layers.
  func page(on ground: PageGround?) throws -> [UInt8] {
    var page = try MapPage(pageLayers(base: ""), building: building)
    page.ground = ground
    return Array(page.html.utf8)
  }

  /// The layers as a page shows them, with URLs that begin with `base`, which ends in a slash or is empty.
  func pageLayers(base: String) throws -> [MapPage.Layer] {
    try layers.map { layer in
      let definition = try servedDefinition(of: layer, base: base)
      guard let template = definition.urlTemplate else {
        throw MapPageError.noTiles(name: definition.name)
      }
      return MapPage.Layer(
        definition, tiles: layer.token.map(template.withVersionToken) ?? template)
    }
  }

  /// The layer definition, which is a TileJSON too, with URLs that begin with `base`.
  func document(of layer: Layer, base: String) throws -> [UInt8] {
    try LayerDefinitionDocument(servedDefinition(of: layer, base: base)).encoded()
  }

  /// `building.json` with the layers' documents at the server's paths.
  func buildingDocument(_ building: BuildingDefinition) throws -> [UInt8] {
    var building = building
    for (index, layer) in layers.enumerated() where building.floors.indices.contains(index) {
      building.floors[index].layer = (layer.key.map { $0 + "/" } ?? "") + "layer.json"
    }
    return try BuildingDocument(building).encoded()
  }
}
