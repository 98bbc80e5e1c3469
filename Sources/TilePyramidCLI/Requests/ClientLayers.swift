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
  private let folder: URL

  /// Reads the document at a path or in the folder there; `nil` when that is no building's.
  init?(at path: String) throws(LayerFileError) {
    let place = URL(fileURLWithPath: path)
    let isDocument = path.lowercased().hasSuffix(".json")
    let file = isDocument ? place : place.appendingPathComponent(BuildingDocument.fileName)
    guard isDocument || FileManager.default.fileExists(atPath: file.path) else { return nil }
    let shown = isDocument ? path : file.relativePath
    let bytes = try LayerFile.bytes(of: shown, limit: BuildingDocument.maximumByteCount)
    guard BuildingDocument.carriesMark(bytes) else {
      if isDocument { return nil }
      throw .notABuilding(path: shown)
    }
    do throws(LayerDocumentError) {
      definition = try BuildingDocument(decoding: bytes).definition
    } catch {
      throw .invalid(path: shown, error)
    }
    folder = file.deletingLastPathComponent()
  }

  /// The layers of the floors, whose relative URLs begin at the building's folder.
  func layers() throws -> [LayerDefinition] {
    try definition.floors.map { entry in
      var layer = try LayerFile.definition(at: folder.appendingPathComponent(entry.layer).path)
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
