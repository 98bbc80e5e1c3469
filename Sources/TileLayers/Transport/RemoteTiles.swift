import Foundation
import TileModel

/// The tiles that a URL template names, each asked for once per call.
struct RemoteTiles: Sendable {
  let template: TileTemplate
  let scheme: TileScheme
  /// What relative URLs are relative to.
  let base: URL?
  let options: TileLayer.Options
  let transport: any TileTransport

  /// The URL of a tile; `nil` when the text is no URL.
  func url(of tile: TileCoordinate) -> URL? {
    let text = template.expanded(for: tile, scheme: scheme)
    return (base == nil ? URL(string: text) : URL(string: text, relativeTo: base))?.absoluteURL
  }

  func answer(for tile: TileCoordinate) async -> TileAnswer<EncodedTile> {
    guard let url = url(of: tile) else {
      return .unavailable(.unreachable(place: template.text, detail: "the text is not a URL"))
    }
    let place = url.absoluteString
    let request = TileRequest(
      url: url, headers: ["User-Agent": options.userAgent, "Accept": "image/*"],
      timeout: options.requestTimeout, maximumBytes: options.maximumTileBytes)
    do throws(TileTransportError) {
      let response =
        url.isFileURL
        ? try await FileTransport().response(to: request)
        : try await transport.response(to: request)
      return Self.answer(from: response, place: place)
    } catch {
      return .unavailable(
        TileUnavailability(error, place: place, limit: options.maximumTileBytes))
    }
  }

  /// What a response says of a tile.
  ///
  /// 200 with an image is the tile. 404 and 410 say that there is none, and so does 204, with which
  /// some servers answer for empty tiles. 5xx, and the statuses of 4xx that mean "not now" (408
  /// time-out, 425 too early, 429 too many requests), are failures that pass. Every other status is a
  /// refusal: it says nothing about the tile (401 and 403 come where tiles exist), and asking again
  /// soon would not help.
  static func answer(from response: TileResponse, place: String) -> TileAnswer<EncodedTile> {
    switch response.status {
    case 200:
      let tile = EncodedTile(response.body)
      return tile.format == nil ? .unavailable(.notAnImage(place: place)) : .tile(tile)
    case 204, 404, 410: return .absent
    case 408, 425, 429, 500...599:
      return .unavailable(
        .busy(
          status: response.status, place: place,
          retryAfter: response.retryAfterSeconds.map { .seconds($0) }))
    default: return .unavailable(.refused(status: response.status, place: place))
    }
  }
}

extension TileUnavailability {
  /// Says in a layer's terms why a transport had no answer.
  init(_ error: TileTransportError, place: String, limit: Int) {
    switch error {
    case .timedOut: self = .timedOut(place: place)
    case .cancelled: self = .cancelled
    case .tooLarge: self = .tooLarge(place: place, limit: limit)
    case .failed(let detail): self = .unreachable(place: place, detail: detail)
    }
  }
}
