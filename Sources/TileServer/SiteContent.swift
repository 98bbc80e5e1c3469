import PreviewPage
import TileModel
import TileStorage

/// The layers of a site as they were when it was opened, and the names under which they are served.
struct SiteContent: Sendable {
  /// A layer and the first component of its paths.
  struct Layer: Sendable {
    /// `nil` for the only layer, with paths that begin with the zoom.
    var key: String?
    var definition: LayerDefinition
    var reader: any TileReader
    /// `nil` for tiles without a layer definition.
    var token: String?
    /// `nil` where another layer has equal paths.
    var ownAddresses: OwnAddresses?
    var retinaAddresses: OwnAddresses?
    var archive: ServedArchive?

    func offers(_ tile: TileCoordinate, extension ending: String?) -> Bool {
      guard let ending else { return definition.isHybrid }
      return ending == definition.format(of: tile).rawValue
    }

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
        // The path cannot tell two floors apart.
        if paths[path, default: []].count > 1 { layers[index][keyPath: addresses] = nil }
      }
    }
  }

  private static func key(for id: String, at index: Int) -> String {
    let isSafe =
      !id.isEmpty && id != "." && id != ".."
      && id.unicodeScalars.allSatisfy { !"/\\{}%".unicodeScalars.contains($0) && $0.value >= 0x20 }
    return isSafe ? id : "floor-\(index)"
  }

  /// Relative to the folder of the building.
  private static func folder(at index: Int, in stored: StoredLayers) -> String {
    guard let floors = stored.building?.floors, floors.indices.contains(index) else { return "" }
    return floors[index].layer.split(separator: "/").dropLast().joined(separator: "/")
  }

  func tile(atOwnPath path: String) -> (layer: Layer, tile: TileCoordinate)? {
    for layer in layers.flatMap({ [$0, $0.retina] }).compactMap(\.self) {
      guard let (tile, format) = layer.ownAddresses?.tile(at: path) else { continue }
      if format == nil || format == layer.definition.format(of: tile) { return (layer, tile) }
    }
    return nil
  }

  func archive(named name: String) -> ServedArchive? {
    layers.lazy.compactMap(\.archive).first { $0.name == name }
  }

  func layer(_ key: String?) -> Layer? { layers.first { $0.key == key } }

  /// Rows count from the north; `base` ends in a slash or is empty.
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

  func page(on ground: PageGround?) throws -> [UInt8] {
    var page = try MapPage(pageLayers(base: ""), building: building)
    page.ground = ground
    return Array(page.html.utf8)
  }

  /// `base` ends in a slash or is empty.
  func pageLayers(base: String) throws -> [MapPage.Layer] {
    try layers.map { layer in
      let definition = try servedDefinition(of: layer, base: base)
      guard let template = definition.urlTemplate else {
        throw FailureReport.noTiles(ofLayer: definition.name)
      }
      return MapPage.Layer(
        definition, tiles: layer.token.map(template.withVersionToken) ?? template)
    }
  }

  func document(of layer: Layer, base: String) throws -> [UInt8] {
    try LayerDefinitionDocument(servedDefinition(of: layer, base: base)).encoded()
  }

  func buildingDocument(_ building: BuildingDefinition) throws -> [UInt8] {
    var building = building
    for (index, layer) in layers.enumerated() where building.floors.indices.contains(index) {
      building.floors[index].layer = (layer.key.map { $0 + "/" } ?? "") + "layer.json"
    }
    return try BuildingDocument(building).encoded()
  }
}
