#if canImport(GoogleMaps)
  import GoogleMaps
#else
  import GoogleMapsCompatibility
#endif
import Foundation

// Generated from a layer definition by tilepyramid; do not edit.

// Identifiers that differ from the names:
//   "Étage 1 "Café"" -> MuseumEtage1CafeTiles

/// The tiles of "Museum, Étage 1 "Café"".
nonisolated enum MuseumEtage1CafeTiles {
  /// The side of tile images in pixels.
  static let tileSize = 256
  /// The shallowest zoom with tiles.
  static let minimumZoom: UInt = 0
  /// The deepest zoom with tiles.
  static let maximumZoom: UInt = 30
  /// Who must be credited, as HTML.
  static let attribution: String? = "© <a href=\"https://www.example.com\">Museum</a>"
  /// Changes whenever a tile does; URLs carry it so that caches notice.
  static let versionToken = "0123456789abcdef"
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
      string: "https://www.example.com/floorplans/L1a_\(zoom)_\(x)_\(y).png?v=\(versionToken)")
  }

  /// A layer that shows the tiles once its `map` is set, enlarged for `overzoom` zooms beyond the deepest;
  /// for none it is a `GMSURLTileLayer`.
  @MainActor static func makeLayer(overzoom: UInt = 4) -> GMSTileLayer {
    // Sendable, because the SDK does not say on which thread it asks for URLs.
    let constructor: @Sendable (UInt, UInt, UInt) -> URL? = { x, y, zoom in
      tileURL(x: x, y: y, zoom: zoom)
    }
    let tiles = GMSURLTileLayer(urlConstructor: constructor)
    var layer: GMSTileLayer = tiles
    if overzoom > 0 {
      layer = OverzoomLayer(tiles, overzoom: overzoom) {
        hasTile(x: $0, y: $1, zoom: $2)
      }
    }
    layer.tileSize = tileSize
    layer.zIndex = 100
    layer.opacity = 1.0
    return layer
  }

  /// Whether there is a tile.
  static func hasTile(x: UInt, y: UInt, zoom: UInt) -> Bool {
    switch zoom {
    case 0: (0..<1).contains(x) && (0..<1).contains(y)
    case 16: (34586..<34588).contains(x) && (21168..<21170).contains(y)
    case 18: (138345..<138352).contains(x) && (84674..<84680).contains(y)
    case 30: (1073741820..<1073741824).contains(x) && (1073741823..<1073741824).contains(y)
    default: false
    }
  }
}

/// Shows the tiles of a layer, and parts of them beyond the deepest.
private nonisolated final class OverzoomLayer: GMSTileLayer {
  private nonisolated final class Receiver: NSObject, GMSTileReceiver {
    private let receive: (UIImage?) -> Void

    init(_ receive: @escaping (UIImage?) -> Void) { self.receive = receive }

    func receiveTileWith(x: UInt, y: UInt, zoom: UInt, image: UIImage?) { receive(image) }
  }

  private let layer: GMSTileLayer
  private let overzoom: UInt
  private let hasTile: @Sendable (UInt, UInt, UInt) -> Bool

  init(
    _ layer: GMSTileLayer, overzoom: UInt, hasTile: @escaping @Sendable (UInt, UInt, UInt) -> Bool
  ) {
    self.layer = layer
    self.overzoom = overzoom
    self.hasTile = hasTile
    super.init()
  }

  override func requestTileFor(x: UInt, y: UInt, zoom: UInt, receiver: any GMSTileReceiver) {
    let part = TilePart(x: x, y: y, zoom: zoom, overzoom: overzoom, hasTile: hasTile)
    guard let part else {
      return receiver.receiveTileWith(x: x, y: y, zoom: zoom, image: kGMSTileLayerNoTile)
    }
    let cropping = Receiver { image in
      let isPart = !part.isWhole && image !== kGMSTileLayerNoTile
      let cropped = isPart ? image?.cgImage.flatMap(part.cropped) : nil
      receiver.receiveTileWith(
        x: x, y: y, zoom: zoom, image: isPart ? cropped.map { UIImage(cgImage: $0) } : image)
    }
    layer.requestTileFor(x: part.x, y: part.y, zoom: part.zoom, receiver: cropping)
  }

  override func clearTileCache() {
    layer.clearTileCache()
    super.clearTileCache()
  }
}

/// A tile, or where there is none so deep the part of one above it.
private nonisolated struct TilePart: Sendable {
  let x: UInt
  let y: UInt
  let zoom: UInt
  /// How many zooms the tile is above, and the place of the part in it.
  private let levels: UInt
  private let column: UInt
  private let row: UInt

  /// `nil` where there is no tile within `overzoom` zooms, and in a hole among tiles.
  init?(
    x: UInt, y: UInt, zoom: UInt, overzoom: UInt,
    hasTile: (UInt, UInt, UInt) -> Bool
  ) {
    let found = (0...max(min(overzoom, zoom, 8), 0)).first { hasTile(x >> $0, y >> $0, zoom - $0) }
    guard let levels = found else { return nil }
    (self.x, self.y, self.zoom, self.levels) = (x >> levels, y >> levels, zoom - levels, levels)
    (column, row) = (x - self.x << levels, y - self.y << levels)
    guard levels > 0 else { return }
    for child: UInt in 0..<4
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
