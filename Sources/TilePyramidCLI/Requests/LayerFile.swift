import RasterSources
import TileModel
import TileStorage

/// Finds the layer definition that belongs to a path.
enum LayerFile {
  /// The definition in a document or a store; that in the store in one file beside a document counts, and a
  /// warning says when it is another one.
  static func definition(at path: String) throws -> LayerDefinition {
    if path.lowercased().hasSuffix(".json") {
      let bytes = try StoredFile.contents(
        of: path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      return try definition(bytes, at: path)
    }
    guard let definition = try openTileStore(path).definition else {
      throw LayerFileError.noDefinition(path: path)
    }
    return definition
  }

  /// What a store or its document says of the layer; `nil` where there is nothing that can be read.
  static func readable(ofStore path: String, layer: String?) -> LayerDefinition? {
    do {
      return try definition(at: layer ?? path)
    } catch {
      // Whoever reads the store meets the same fault and reports it.
      return nil
    }
  }

  /// The definition in the bytes of a document at a path.
  static func definition(_ bytes: [UInt8], at path: String) throws -> LayerDefinition {
    try described(bytes, at: path).definition
  }

  /// The definition in the bytes of a document at a path, and the path of a tile relative to the
  /// document; `nil` when the tiles are not files beside it.
  static func described(
    _ bytes: [UInt8], at path: String
  ) throws -> (definition: LayerDefinition, tilePath: TileTemplate?) {
    let document: LayerDefinitionDocument
    do throws(LayerDocumentError) {
      document = try LayerDefinitionDocument(decoding: bytes)
    } catch {
      throw LayerFileError.invalid(path: path, error)
    }
    let described = try DescribedStore(documentPath: path, document: document)
    if let warning = described.warning { StandardError.warn(warning) }
    return (described.definition, document.tilePath)
  }

  /// Warns when the document at a path is another one than that in the store beside it.
  static func warnOfDifference(at path: String) throws {
    if SiblingStore.candidates(ofDocument: path).isEmpty { return }
    _ = try definition(at: path)
  }
}

/// Why a store cannot be shown by an app.
enum LayerFileError: ReportableError, Hashable {
  case noDefinition(path: String)
  case invalid(path: String, LayerDocumentError)
  case notABuilding(path: String)
  case buildingBesideOthers(path: String)
  case notForApps(path: String, StoreFormat)

  var report: FailureReport {
    switch self {
    case .noDefinition(let path):
      FailureReport(
        .badInput, "there is no layer definition", at: path,
        expected: "a layer.json, or tiles made by this program",
        nextStep: "name the layer definition itself, or build the tiles again")
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
    case .notForApps(let path, let format):
      FailureReport(
        .badInput, "code in an app cannot read \(format.noun)", at: path,
        expected: "a folder of tiles or an MBTiles file",
        nextStep: "convert it, as with tilepyramid convert \(path) tiles.mbtiles; or give --url")
    }
  }
}
