import Foundation
import TileModel

/// What a layer takes from a bare TileJSON (versions 1 to 3) of another tool.
struct TileJSON: Decodable, Sendable {
  let name: String?
  let attribution: String?
  let version: String?
  let scheme: String?
  let tiles: [String]
  let minzoom: Int?
  let maxzoom: Int?
  /// West, south, east, north in degrees.
  let bounds: [Double]?
  /// Not of the specification, but what several tools write.
  let tileSize: Int?

  /// What the document says of the layer; levels default to 0...30 and what is out of range is
  /// taken for what is in range.
  func information(named fallback: String) -> LayerInformation {
    let all = 0...TileCoordinate.maximumZoom
    let low = min(max(minzoom ?? 0, 0), all.upperBound)
    let high = min(max(maxzoom ?? all.upperBound, low), all.upperBound)
    return LayerInformation(
      name: name ?? fallback, attribution: attribution,
      tileSize: tileSize.flatMap { TileSize(rawValue: $0) } ?? .standard,
      extent: .within(zooms: low...high, bounds: Self.bounds(bounds)), versionToken: version)
  }

  private static func bounds(_ edges: [Double]?) -> GeographicBounds? {
    guard let edges, edges.count == 4, edges.allSatisfy(\.isFinite), edges[1] <= edges[3],
      edges.allSatisfy({ abs($0) <= 180 })
    else { return nil }
    return GeographicBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
  }
}
