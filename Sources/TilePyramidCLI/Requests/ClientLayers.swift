import Foundation
import LayerCodegen
import TileModel
import TilePyramid
import TileStorage

/// A layer and what an app would be packed with to show it without a network.
struct ClientSource {
  /// The store of the tiles.
  enum Store {
    /// A file of this name; `folder` is the path to it from where its building's folder is, if it is of one.
    case file(name: String, StoreFormat, folder: String? = nil)
    /// A folder; the URLs of its tiles relative to where the folder is, so that they begin with its name.
    case folder(TileTemplate)
  }

  let definition: LayerDefinition
  /// `nil` for a document alone that stands for none.
  private let store: Store?

  init(at path: String) throws {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    if path.lowercased().hasSuffix(".json") {
      let bytes = try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      let (definition, tilePath) = try LayerFile.described(bytes, at: path)
      try self.init(
        definition, tilePath: tilePath,
        file: SiblingStore(ofDocument: url.path).map { ($0.name, $0.format) },
        folder: url.deletingLastPathComponent().lastPathComponent)
    } else {
      let store = try openTileStore(path)
      try self.init(
        try store.definition ?? Self.definition(madeOf: path), tilePath: store.tilePath,
        file: (url.lastPathComponent, try StoreFormat(detectedAt: path)),
        folder: url.lastPathComponent)
    }
  }

  private static func definition(madeOf path: String) throws -> LayerDefinition {
    let source = try StoreSource(path: path)
    for warning in source.warnings { StandardError.warn(warning) }
    return try source.digested()
  }

  fileprivate init(
    _ definition: LayerDefinition, tilePath: TileTemplate?,
    file: (name: String, format: StoreFormat)?,
    folder: String, isInBuilding: Bool = false
  ) throws {
    self.definition = definition
    store =
      try tilePath.map { tilePath in
        .folder(try tilePath.relativeURL.below(folder, format: definition.templateFormat))
      } ?? file.map { .file(name: $0.name, $0.format, folder: isInBuilding ? folder : nil) }
  }

  /// Without a URL where there is no store.
  func packed(withFolder: Bool) throws(UsageError) -> LocatedLayer {
    if case .file(let name, let format, let folder) = store {
      guard format == .mbtiles else {
        throw UsageError(
          "code in an app cannot read \(format.noun)", at: name,
          expected: "a folder of tiles or an MBTiles file",
          nextStep:
            "convert it, as with tilepyramid convert \(name) tiles.mbtiles; or give --url")
      }
      let path = folder.map { withFolder ? "\($0)/\(name)" : name } ?? name
      return LocatedLayer(definition, location: .file(name: path))
    }
    var layer = definition
    // Tiles that are packed with an app should be small.
    layer.retina = nil
    layer.urlTemplate = if case .folder(let template) = store { template } else { nil }
    return LocatedLayer(layer, location: .bundle)
  }

  func located(at url: String?, readsArchives: Bool = false) throws -> LocatedLayer {
    var layer = definition
    if let url, Self.isArchive(url) {
      let floor = percentEncoded(layer.floor?.id ?? "", keeping: "")
      return LocatedLayer(layer, location: .archive(url: url.replacing("{floor}", with: floor)))
    }
    if url == nil, layer.urlTemplate == nil, readsArchives,
      case .file(let name, .pmtiles, _) = store
    {
      return LocatedLayer(layer, location: .archive(url: percentEncoded(name, keeping: "")))
    }
    if let url {
      let templates = try TileTemplates(url, isPair: layer.retina != nil) {
        text throws(TileTemplateError) in
        try TileTemplate(url: text, floor: layer.floor?.id, format: layer.templateFormat)
      }
      layer.urlTemplate = templates.standard
      layer.retina?.urlTemplate = templates.retina
    }
    return LocatedLayer(layer)
  }

  private static func isArchive(_ url: String) -> Bool {
    url.prefix { $0 != "?" }.lowercased().hasSuffix(".pmtiles") && !url.contains("{z}")
  }

  var isFileWithoutURL: Bool {
    if case .file = store { definition.urlTemplate == nil } else { false }
  }
}

/// The layers that client code is generated for.
struct ClientLayers {
  /// One layer, or floors in the order of their building.
  let sources: [ClientSource]
  let name: String?

  init(at paths: [String]) throws {
    for path in paths {
      guard let building = try BuildingFile(at: path) else { continue }
      guard paths.count == 1 else {
        throw UsageError(
          "a building is given beside other layers", at: path, expected: "one building, or layers",
          nextStep: "name the building alone")
      }
      sources = try building.sources()
      name = building.definition.name
      return
    }
    sources = try paths.map { try ClientSource(at: $0) }
    name = nil
  }
}

/// A building's document and where it is.
struct BuildingFile {
  let definition: BuildingDefinition
  private let folder: StoreFolder

  /// `nil` for what is no building's document.
  init?(at path: String) throws {
    let isDocument = path.lowercased().hasSuffix(".json")
    let limit = BuildingDocument.maximumByteCount + 1
    let shown: String
    let bytes: [UInt8]
    if isDocument {
      shown = path
      bytes = try FileSystem.read(path, upTo: limit)
      folder = try StoreFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    } else {
      guard try FileSystem.kind(of: path, followingLinks: true) == .directory else { return nil }
      folder = try StoreFolder(path)
      shown = folder.path(of: BuildingDocument.fileName)
      guard let found = try folder.contents(of: BuildingDocument.fileName, upTo: limit) else {
        return nil
      }
      bytes = found
    }
    guard BuildingDocument.carriesMark(bytes) else {
      if isDocument { return nil }
      throw UsageError(
        "this is not the document of a building", at: shown,
        expected: "what this program writes beside the floors of a building",
        nextStep: "name the layers of the floors one by one")
    }
    do throws(LayerDocumentError) {
      definition = try BuildingDocument(decoding: bytes).definition
    } catch {
      throw UsageError(report: error.report(at: shown))
    }
  }

  /// Their relative URLs begin at the building's folder.
  func sources() throws -> [ClientSource] {
    let ownName = URL(fileURLWithPath: folder.path).standardizedFileURL.lastPathComponent
    return try definition.floors.map { entry in
      let path = folder.path(of: entry.layer)
      let limit = LayerDefinitionDocument.maximumByteCount + 1
      guard let bytes = try folder.contents(of: entry.layer, upTo: limit) else {
        throw UsageError.noLayerDefinition(at: path)
      }
      var (layer, tilePath) = try LayerFile.described(bytes, at: path)
      layer.floor = entry.floor
      layer.attribution = layer.attribution ?? definition.attribution
      let names = entry.layer.split(separator: "/").map(String.init)
      let inner = names.dropLast()
      if let url = layer.urlTemplate, url.isRelative, !url.text.hasPrefix("/") {
        layer.urlTemplate = try url.below(
          inner.joined(separator: "/"), format: layer.templateFormat)
      }
      if let url = layer.retina?.urlTemplate, url.isRelative, !url.text.hasPrefix("/") {
        let format = layer.templateFormat
        layer.retina?.urlTemplate = try url.below(inner.joined(separator: "/"), format: format)
      }
      return try ClientSource(
        layer, tilePath: tilePath,
        file: SiblingStore(ofDocument: entry.layer, in: folder).map { ($0.name, $0.format) },
        folder: ([ownName] + inner).joined(separator: "/"), isInBuilding: true)
    }
  }
}

extension TileTemplate {
  /// Relative to where a folder is, whose path is empty for itself.
  fileprivate func below(
    _ folder: String, format: TileFormat?
  ) throws(TileTemplateError) -> TileTemplate {
    guard !folder.isEmpty else { return self }
    let allowed = CharacterSet.alphanumerics.intersection(.init(charactersIn: "\0"..."\u{7F}"))
      .union(CharacterSet(charactersIn: "-._~/"))
    let prefix = folder.addingPercentEncoding(withAllowedCharacters: allowed) ?? folder
    return try TileTemplate(url: "\(prefix)/\(text)", format: format)
  }
}
