import Foundation
import TileModel

/// The URLs that a template gives tiles.
struct TileURLs: Sendable {
  let template: TileTemplate
  /// What knows the formats of tiles, for a template that leaves `{ext}` open.
  let definition: LayerDefinition?
  let scheme: TileScheme
  /// What relative URLs are relative to.
  let base: URL?

  /// The URL of a tile; `nil` when the text is no URL.
  func url(of tile: TileCoordinate) -> URL? {
    let text = template.expanded(
      for: tile, scheme: scheme, format: definition?.format(of: tile) ?? .png)
    return (base == nil ? URL(string: text) : URL(string: text, relativeTo: base))?.absoluteURL
  }
}

/// The tiles that a URL template names, each asked for once per call.
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
