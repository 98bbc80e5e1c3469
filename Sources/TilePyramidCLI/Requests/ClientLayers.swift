import Foundation
import TileModel
import TileStorage

/// The layers that client code is generated for.
struct ClientLayers {
  /// One layer, or floors in the order of their building.
  var definitions: [LayerDefinition]
  /// The name of the building, when one was given.
  let name: String?

  /// Reads layers from folders of tiles, MBTiles files and layer definitions, or the floors of one
  /// building from its folder or document.
  ///
  /// - Throws: ``LayerFileError``, also when a building is given beside anything else, and the errors
  ///   of stores and templates.
  init(at paths: [String]) throws {
    for path in paths {
      guard let building = try BuildingFile(at: path) else { continue }
      guard paths.count == 1 else { throw LayerFileError.buildingBesideOthers(path: path) }
      definitions = try building.layers()
      name = building.definition.name
      return
    }
    definitions = try paths.map { try LayerFile.definition(at: $0) }
    name = nil
  }
}

/// A building's document and where it lies.
struct BuildingFile {
  let definition: BuildingDefinition
  private let folder: StoreFolder

  /// Reads the document at a path or in the folder there; `nil` when that is no building's.
  ///
  /// - Throws: ``LayerFileError``, or `TileStorageError` when it cannot be read.
  init?(at path: String) throws {
    let isDocument = path.lowercased().hasSuffix(".json")
    let limit = BuildingDocument.maximumByteCount + 1
    let shown: String
    let bytes: [UInt8]
    if isDocument {
      shown = path
      bytes = try StoredFile.contents(of: path, upTo: limit)
      folder = try StoreFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    } else {
      guard try StoredFile.kind(of: path) == .folder else { return nil }
      folder = try StoreFolder(path)
      shown = folder.path(of: BuildingDocument.fileName)
      guard let found = try folder.contents(of: BuildingDocument.fileName, upTo: limit) else {
        return nil
      }
      bytes = found
    }
    guard BuildingDocument.carriesMark(bytes) else {
      if isDocument { return nil }
      throw LayerFileError.notABuilding(path: shown)
    }
    do throws(LayerDocumentError) {
      definition = try BuildingDocument(decoding: bytes).definition
    } catch {
      throw LayerFileError.invalid(path: shown, error)
    }
  }

  /// The layers of the floors, whose relative URLs begin at the building's folder.
  func layers() throws -> [LayerDefinition] {
    try definition.floors.map { entry in
      let path = folder.path(of: entry.layer)
      let limit = LayerDefinitionDocument.maximumByteCount + 1
      guard let bytes = try folder.contents(of: entry.layer, upTo: limit) else {
        throw LayerFileError.noDefinition(path: path)
      }
      var layer = try LayerFile.definition(bytes, at: path)
      layer.floor = entry.floor
      layer.attribution = layer.attribution ?? definition.attribution
      if let url = layer.urlTemplate {
        layer.urlTemplate = try Self.template(url, below: entry.layer, format: layer.templateFormat)
      }
      return layer
    }
  }

  /// A template that is relative to the document at `path`, as one relative to the building's folder.
  private static func template(
    _ template: TileTemplate, below path: String, format: TileFormat?
  ) throws(TileTemplateError) -> TileTemplate {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    guard template.isRelative, !folder.isEmpty, !template.text.hasPrefix("/") else {
      return template
    }
    let allowed = CharacterSet.alphanumerics.intersection(.init(charactersIn: "\0"..."\u{7F}"))
      .union(CharacterSet(charactersIn: "-._~/"))
    let prefix = folder.addingPercentEncoding(withAllowedCharacters: allowed) ?? folder
    return try TileTemplate(url: "\(prefix)/\(template.text)", format: format)
  }
}
