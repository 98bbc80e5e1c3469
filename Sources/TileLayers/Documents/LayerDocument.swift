import Foundation
import TileModel
import TileStorage

/// What a layer's document can be; kinds of documents to come are further cases.
enum LayerDocument: Sendable {
  /// A definition of this package.
  case definition(LayerDefinitionDocument)
  /// Any other TileJSON.
  case tileJSON(TileJSON)

  private struct Mark: Decodable {
    struct Anything: Decodable {}
    let tilepyramid: Anything?
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: JSON.
  ///   - place: Where it came from, for errors.
  /// - Throws: ``TileLayerError`` when it is neither.
  init(decoding bytes: [UInt8], from place: String) throws(TileLayerError) {
    guard bytes.count <= LayerDefinitionDocument.maximumByteCount else {
      throw .document(
        .tooLarge(limit: LayerDefinitionDocument.maximumByteCount), place: place)
    }
    let data = Data(bytes)
    do {
      if try JSONDecoder().decode(Mark.self, from: data).tilepyramid == nil {
        self = .tileJSON(try JSONDecoder().decode(TileJSON.self, from: data))
        return
      }
    } catch {
      throw .notTileJSON(place: place, detail: Self.words(for: error))
    }
    do throws(LayerDocumentError) {
      self = .definition(try LayerDefinitionDocument(decoding: bytes))
    } catch {
      throw .document(error, place: place)
    }
  }

  private static func words(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, _): return "no \(key.stringValue)"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "an unusable value of \(context.codingPath.map(\.stringValue).joined(separator: "."))"
    case .dataCorrupted: return "text that is not JSON"
    @unknown default: return "\(error)"
    }
  }
}
