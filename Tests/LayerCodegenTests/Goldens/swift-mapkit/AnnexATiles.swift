#if canImport(MapKit)
  import MapKit
#else
  import MapKitCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

/// The tiles of "Gallery, A", as an overlay.
nonisolated final class AnnexATiles: MKTileOverlay {
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
      string: "https://a.example/A/\(zoom)/\(x)/\(y).png?v=\(versionToken)")
  }

  /// An overlay that a map view shows with the renderer that it makes.
  ///
  /// Tiles are enlarged for `overzoom` zooms beyond the deepest.
  static func makeOverlay(overzoom: Int = 4) -> AnnexATiles {
    AnnexATiles(overzoom: overzoom)
  }

  private let overzoom: Int

  private init(overzoom: Int) {
    self.overzoom = overzoom
    super.init(urlTemplate: nil)
    tileSize = CGSize(width: Self.tileSize, height: Self.tileSize)
    minimumZ = Self.minimumZoom
    maximumZ = Self.maximumZoom + overzoom
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

  override func loadTile(at path: MKTileOverlayPath) async throws -> Data {
    let part = TilePart(x: path.x, y: path.y, zoom: path.z, overzoom: overzoom) { x, y, zoom in
      Self.hasTile(x: x, y: y, zoom: zoom)
    }
    // An error would be asked again; a transparent image is the end of it.
    guard let part else { return Self.transparentImage }
    var path = path
    (path.x, path.y, path.z) = (part.x, part.y, part.zoom)
    let tile = try await super.loadTile(at: path)
    guard let data = part.cropped(tile) else { throw CocoaError(.fileReadUnknown) }
    return data
  }

  override func url(forTilePath path: MKTileOverlayPath) -> URL {
    Self.tileURL(x: path.x, y: path.y, zoom: path.z) ?? Self.noTile
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

extension TilePart {
  /// The part of the tile's file, as PNG where it is not the whole.
  nonisolated fileprivate func cropped(_ file: Data) -> Data? {
    if isWhole { return file }
    #if os(macOS)
      return NSBitmapImageRep(data: file)?.cgImage.flatMap(cropped)
        .flatMap { NSBitmapImageRep(cgImage: $0).representation(using: .png, properties: [:]) }
    #else
      return UIImage(data: file)?.cgImage.flatMap(cropped)
        .flatMap { UIImage(cgImage: $0).pngData() }
    #endif
  }
}

/// A tile, or where there is none so deep the part of one above it.
private nonisolated struct TilePart: Sendable {
  let x: Int
  let y: Int
  let zoom: Int
  /// How many zooms the tile is above, and the place of the part in it.
  private let levels: Int
  private let column: Int
  private let row: Int

  /// `nil` where there is no tile within `overzoom` zooms, and in a hole among tiles.
  init?(
    x: Int, y: Int, zoom: Int, overzoom: Int,
    hasTile: (Int, Int, Int) -> Bool
  ) {
    let found = (0...max(min(overzoom, zoom, 8), 0)).first { hasTile(x >> $0, y >> $0, zoom - $0) }
    guard let levels = found else { return nil }
    (self.x, self.y, self.zoom, self.levels) = (x >> levels, y >> levels, zoom - levels, levels)
    (column, row) = (x - self.x << levels, y - self.y << levels)
    guard levels > 0 else { return }
    for child: Int in 0..<4
    where hasTile(2 * self.x + child % 2, 2 * self.y + child / 2, self.zoom + 1) { return nil }
  }

  var isWhole: Bool { levels == 0 }

  /// The part of the tile's image, which a map enlarges.
  func cropped(_ image: CGImage) -> CGImage? {
    let (width, height) = (image.width >> levels, image.height >> levels)
    return image.cropping(
      to: CGRect(x: Int(column) * width, y: Int(row) * height, width: width, height: height))
  }
}
