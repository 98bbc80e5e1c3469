import TileModel
import TileStorage

/// Finds the layer definition that belongs to a path.
enum LayerFile {
  /// That in the store in one file beside a document counts, and a warning says when it is another one.
  static func definition(at path: String) throws -> LayerDefinition {
    if path.lowercased().hasSuffix(".json") {
      let bytes = try FileSystem.read(path, upTo: LayerDefinitionDocument.maximumByteCount + 1)
      return try definition(bytes, at: path)
    }
    guard let definition = try openTileStore(path).definition else {
      throw UsageError.noLayerDefinition(at: path)
    }
    return definition
  }

  /// `nil` where there is nothing that can be read.
  static func readable(ofStore path: String, layer: String?) -> LayerDefinition? {
    do {
      return try definition(at: layer ?? path)
    } catch {
      // Whoever reads the store meets the same fault and reports it.
      return nil
    }
  }

  static func definition(_ bytes: [UInt8], at path: String) throws -> LayerDefinition {
    try described(bytes, at: path).definition
  }

  /// The path is relative to the document; `nil` when the tiles are not files beside it.
  static func described(
    _ bytes: [UInt8], at path: String
  ) throws -> (definition: LayerDefinition, tilePath: TileTemplate?) {
    let document: LayerDefinitionDocument
    do throws(LayerDocumentError) {
      document = try LayerDefinitionDocument(decoding: bytes)
    } catch {
      throw UsageError(report: error.report(at: path))
    }
    let described = try DescribedStore(documentPath: path, document: document)
    if let warning = described.warning { StandardError.warn(warning) }
    return (described.definition, document.tilePath)
  }

  static func warnOfDifference(at path: String) throws {
    if !SiblingStore.candidates(ofDocument: path).isEmpty {
      _ = try definition(at: path)
    } else if try StoreFormat.isStore(path),
      let warning = try DescribedStore.warning(ofDefinitionIn: openTileStore(path))
    {
      StandardError.warn(warning)
    }
  }
}

extension UsageError {
  static func noLayerDefinition(at path: String) -> Self {
    Self(
      "there is no layer definition", at: path,
      expected: "a layer.json, or tiles made by this program",
      nextStep: "name the layer definition itself, or build the tiles again")
  }
}
