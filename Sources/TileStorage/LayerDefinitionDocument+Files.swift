import LayerDocuments
import TileModel

extension LayerDefinitionDocument {
  init(decoding bytes: [UInt8], from path: String) throws(TileStorageError) {
    self = try rethrowing(try LayerDefinitionDocument(decoding: bytes)) {
      TileStorageError.layerDocument($0, path: path)
    }
  }

  func encoded(for path: String) throws(TileStorageError) -> [UInt8] {
    try rethrowing(try encoded()) { TileStorageError.layerDocument($0, path: path) }
  }
}
