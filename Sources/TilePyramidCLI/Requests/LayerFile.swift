import Foundation
import TileModel
import TileStorage

/// Finds the layer definition that belongs to a path.
enum LayerFile {
  static func definition(at path: String) throws -> LayerDefinition {
    if path.lowercased().hasSuffix(".json") {
      return try document(at: path).definition
    }
    guard let definition = try openTileStore(path).definition else {
      throw LayerFileError.noDefinition(path: path)
    }
    return definition
  }

  private static func document(at path: String) throws(LayerFileError) -> LayerDefinitionDocument {
    let bytes = try bytes(of: path, limit: LayerDefinitionDocument.maximumByteCount)
    do throws(LayerDocumentError) {
      return try LayerDefinitionDocument(decoding: bytes)
    } catch {
      throw .invalid(path: path, error)
    }
  }

  /// The bytes of a file, or one more than `limit` of a larger one, which decoding refuses.
  static func bytes(of path: String, limit: Int) throws(LayerFileError) -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else { throw .cannotRead(path: path) }
    do {
      return [UInt8](try file.read(upToCount: limit + 1) ?? Data())
    } catch {
      throw .cannotRead(path: path)
    }
  }
}

/// Why a store cannot be shown by an app.
enum LayerFileError: ReportableError, Hashable {
  case noDefinition(path: String)
  case cannotRead(path: String)
  case invalid(path: String, LayerDocumentError)
  case notABuilding(path: String)
  case buildingBesideOthers(path: String)

  var report: FailureReport {
    switch self {
    case .noDefinition(let path):
      FailureReport(
        .badInput, "there is no layer definition", at: path,
        expected: "a layer.json, or tiles made by this program",
        nextStep: "name the layer definition itself, or build the tiles again")
    case .cannotRead(let path):
      FailureReport(
        .cannotAccess, "cannot read the layer definition", at: path,
        nextStep: "check the path and its permissions")
    case .invalid(let path, let error): error.report(at: path)
    case .notABuilding(let path):
      FailureReport(
        .badInput, "this is not the document of a building", at: path,
        expected: "what this program writes beside the floors of a building",
        nextStep: "name the layers of the floors one by one")
    case .buildingBesideOthers(let path):
      FailureReport(
        .badInput, "a building is given beside other layers", at: path,
        expected: "one building, or layers", nextStep: "name the building alone")
    }
  }
}
