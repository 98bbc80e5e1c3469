import TileModel
import TileStorage

/// What a document can be; kinds of documents to come are further cases.
enum LayerDocument: Sendable {
  /// A definition of this package.
  case definition(LayerDefinitionDocument)
  /// Any other TileJSON.
  case tileJSON(TileJSON)
  case building(BuildingDefinition)

  /// Reads a document.
  init(decoding bytes: [UInt8], from location: String) throws(TileLayerError) {
    guard bytes.count <= LayerDefinitionDocument.maximumByteCount else {
      throw .document(
        .tooLarge(limit: LayerDefinitionDocument.maximumByteCount), location: location)
    }
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONParser.value(of: bytes)
    } catch {
      throw .notTileJSON(location: location, detail: "text that is not JSON")
    }
    guard let own = document["tilepyramid"], own != .null else {
      do throws(TileJSON.Fault) {
        self = .tileJSON(try TileJSON(document))
      } catch {
        throw .notTileJSON(location: location, detail: error.detail)
      }
      return
    }
    guard own.isObject else {
      throw .notTileJSON(location: location, detail: TileJSON.Fault.unusable("tilepyramid").detail)
    }
    let isBuilding = own["building"].map { $0 != .null } ?? false
    do throws(LayerDocumentError) {
      self =
        isBuilding
        ? .building(try BuildingDocument(decoding: bytes).definition)
        : .definition(try LayerDefinitionDocument(decoding: bytes))
    } catch {
      throw .document(error, location: location)
    }
  }
}

extension StoredFile {
  /// What is at a path, following links; `nil` for nothing.
  static func layerKind(of path: String) throws(TileLayerError) -> Kind? {
    do throws(TileStorageError) {
      return try kind(of: path)
    } catch {
      throw .storage(error)
    }
  }
}
