import TileModel
import TileStorage

/// A document that describes a layer.
enum LayerDocument: Sendable {
  case definition(LayerDefinitionDocument)
  case tileJSON(TileJSON)
  case building(BuildingDefinition)

  init(decoding bytes: [UInt8], from location: String) throws(TileLayerError) {
    guard bytes.count <= LayerDefinitionDocument.maximumByteCount else {
      throw .document(
        .tooLarge(limit: LayerDefinitionDocument.maximumByteCount), location: location)
    }
    let document = try rethrowing(try JSONParser.value(of: bytes)) { (_: JSONSyntaxError) in
      TileLayerError.notTileJSON(location: location, detail: "text that is not JSON")
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

extension FileSystem {
  static func layerKind(of path: String) throws(TileLayerError) -> Kind? {
    return try rethrowing(try kind(of: path, followingLinks: true)) { TileLayerError.storage($0) }
  }
}
