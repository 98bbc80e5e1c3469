#if canImport(MapKit)
  import MapKit
#else
  import MapKitCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

/// The tiles of "Gallery, L1", as an overlay.
nonisolated final class GalleryFirstFloorTiles: MKTileOverlay {
  /// The side of tile images in pixels.
  static let tileSize = 256
  /// The shallowest zoom with tiles.
  static let minimumZoom: Int = 1
  /// The deepest zoom with tiles.
  static let maximumZoom: Int = 1
  /// Who must be credited, as HTML.
  static let attribution: String? = nil
  /// Changes whenever a tile does; URLs carry it so that caches notice.
  static let versionToken = "0000000000000002"
  /// The area covered, in degrees; west is greater than east across the antimeridian.
  static let bounds = (
    west: 9.98, south: 53.54, east: 10.01, north: 53.56
  )

  /// The order among overlays: insert those with larger numbers later.
  static let zIndex = 0

  /// The URL of a tile, or `nil` when there is no such tile.
  ///
  /// Columns count from the west and rows from the north.
  static func tileURL(x: Int, y: Int, zoom: Int) -> URL? {
    guard hasTile(x: x, y: y, zoom: zoom) else { return nil }
    return URL(
      string: "https://a.example/L1/\(zoom)/\(x)/\(y).png?v=\(versionToken)")
  }

  /// An overlay that a map view shows with the renderer that it makes.
  static func makeOverlay() -> GalleryFirstFloorTiles {
    GalleryFirstFloorTiles(configured: ())
  }

  private init(configured: Void) {
    super.init(urlTemplate: nil)
    tileSize = CGSize(width: Self.tileSize, height: Self.tileSize)
    minimumZ = Self.minimumZoom
    maximumZ = Self.maximumZoom
  }

  #if canImport(MapKit)
    /// A renderer that draws the tiles with the opacity of the layer.
    @MainActor func makeRenderer() -> MKTileOverlayRenderer {
      let renderer = MKTileOverlayRenderer(tileOverlay: self)
      renderer.alpha = 1.0
      return renderer
    }
  #endif

  override var boundingMapRect: MKMapRect {
    let northWest = MKMapPoint(
      CLLocationCoordinate2D(latitude: 53.56, longitude: 9.98))
    let southEast = MKMapPoint(
      CLLocationCoordinate2D(latitude: 53.54, longitude: 10.01))
    return MKMapRect(
      x: northWest.x, y: northWest.y, width: southEast.x - northWest.x,
      height: southEast.y - northWest.y)
  }

  override func url(forTilePath path: MKTileOverlayPath) -> URL {
    Self.tileURL(x: path.x, y: path.y, zoom: path.z) ?? Self.noTile
  }

  override func loadTile(at path: MKTileOverlayPath) async throws -> Data {
    // An error would be asked again; a transparent image is the end of it.
    guard Self.tileURL(x: path.x, y: path.y, zoom: path.z) != nil else {
      return Self.transparentImage
    }
    return try await super.loadTile(at: path)
  }

  private static let noTile = URL(fileURLWithPath: "/dev/null")
  private static let transparentImage =
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAA"
        + "AAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII=") ?? Data()

  /// Whether there is a tile.
  static func hasTile(x: Int, y: Int, zoom: Int) -> Bool {
    switch zoom {
    case 1: (0..<2).contains(x) && (0..<1).contains(y)
    default: false
    }
  }
}
