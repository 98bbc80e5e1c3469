import Foundation
import TileModel

/// The URLs of tiles by a template.
struct TileURLs: Sendable {
  let template: TileTemplate
  let definition: LayerDefinition?
  let scheme: TileScheme
  let base: URL?

  func url(of tile: TileCoordinate) -> URL? {
    let text = template.expanded(
      for: tile, scheme: scheme, format: definition?.format(of: tile) ?? .png)
    return (base == nil ? URL(string: text) : URL(string: text, relativeTo: base))?.absoluteURL
  }
}

/// Tiles of a URL template, one request per call.
struct RemoteTiles: Sendable {
  let urls: TileURLs
  let options: TileLayer.Options
  let transport: any TileTransport

  func answer(for tile: TileCoordinate) async -> TileAnswer<EncodedTile> {
    guard let url = urls.url(of: tile) else {
      return .unavailable(
        .unreachable(location: urls.template.text, detail: "the text is not a URL"))
    }
    return await TileRequest(
      url: url, headers: ["User-Agent": options.userAgent, "Accept": "image/*"],
      timeout: options.requestTimeout, maximumBytes: options.maximumTileBytes
    ).answer(through: transport)
  }
}
