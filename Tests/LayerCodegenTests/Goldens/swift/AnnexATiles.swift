#if canImport(GoogleMaps)
  import GoogleMaps
#else
  import GoogleMapsCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

/// The tiles of "Gallery, A".
nonisolated enum AnnexATiles {
  /// The side of tile images in pixels.
  static let tileSize = 256
  /// The shallowest zoom with tiles.
  static let minimumZoom: UInt = 1
  /// The deepest zoom with tiles.
  static let maximumZoom: UInt = 1
  /// Who must be credited, as HTML.
  static let attribution: String? = nil
  /// Changes whenever a tile does; URLs carry it so that caches notice.
  static let versionToken = "0000000000000002"
  /// The area covered, in degrees; west is greater than east across the antimeridian.
  static let bounds = (
    west: 9.98, south: 53.54, east: 10.01, north: 53.56
  )

  /// The URL of a tile, or `nil` when there is no such tile.
  ///
  /// Columns count from the west and rows from the north.
  static func tileURL(x: UInt, y: UInt, zoom: UInt) -> URL? {
    guard hasTile(x: x, y: y, zoom: zoom) else { return nil }
    return URL(
      string: "https://a.example/A/\(zoom)/\(x)/\(y).png?v=\(versionToken)")
  }

  /// A layer that shows the tiles once its `map` is set.
  @MainActor static func makeLayer() -> GMSURLTileLayer {
    // Sendable, because the SDK does not say on which thread it asks for URLs.
    let constructor: @Sendable (UInt, UInt, UInt) -> URL? = { x, y, zoom in
      tileURL(x: x, y: y, zoom: zoom)
    }
    let layer = GMSURLTileLayer(urlConstructor: constructor)
    layer.tileSize = tileSize
    layer.zIndex = 0
    layer.opacity = 1.0
    return layer
  }

  /// Whether there is a tile.
  static func hasTile(x: UInt, y: UInt, zoom: UInt) -> Bool {
    switch zoom {
    case 1: (0..<2).contains(x) && (0..<1).contains(y)
    default: false
    }
  }
}
