import Foundation
import TileModel
import TileStorage

/// What a document can be; kinds of documents to come are further cases.
enum LayerDocument: Sendable {
  /// A definition of this package.
  case definition(LayerDefinitionDocument)
  /// Any other TileJSON.
  case tileJSON(TileJSON)
  /// The floors of a building.
  case building(BuildingDefinition)

  private struct Mark: Decodable {
    struct Anything: Decodable {}
    struct Own: Decodable { let building: Anything? }
    let tilepyramid: Own?
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: JSON.
  ///   - place: Where it came from, for errors.
  /// - Throws: ``TileLayerError`` when it is none of these.
  init(decoding bytes: [UInt8], from place: String) throws(TileLayerError) {
    guard bytes.count <= LayerDefinitionDocument.maximumByteCount else {
      throw .document(
        .tooLarge(limit: LayerDefinitionDocument.maximumByteCount), place: place)
    }
    let data = Data(bytes)
    let isBuilding: Bool
    do {
      guard let own = try JSONDecoder().decode(Mark.self, from: data).tilepyramid else {
        self = .tileJSON(try JSONDecoder().decode(TileJSON.self, from: data))
        return
      }
      isBuilding = own.building != nil
    } catch {
      throw .notTileJSON(place: place, detail: Self.words(for: error))
    }
    do throws(LayerDocumentError) {
      self =
        isBuilding
        ? .building(try BuildingDocument(decoding: bytes).definition)
        : .definition(try LayerDefinitionDocument(decoding: bytes))
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
