public import TileLayers
import TileModel

#if canImport(Darwin)
  public import MapKit
#else
  import CoreLocationCompatibility
  import Foundation
#endif

extension TileLayer {
  /// An overlay that loads this layer's tiles.
  ///
  /// Its `tileSize`, levels and `boundingMapRect` are those of the layer. Its `maximumZ` includes the
  /// levels of ``TileLayers/TileLayer/Options/overzoom``. MapKit's renderers have the opacity: set `alpha`
  /// of the renderer to that of `information.definition`.
  public func makeTileOverlay() -> MKTileOverlay { LayerOverlay(self) }
}

private final class LayerOverlay: MKTileOverlay {
  private let layer: TileLayer

  init(_ layer: TileLayer) {
    self.layer = layer
    super.init(urlTemplate: nil)
    let side = layer.information.tileSize.rawValue
    tileSize = CGSize(width: side, height: side)
    if let zooms = layer.information.extent.zooms {
      minimumZ = zooms.lowerBound
      maximumZ = min(zooms.upperBound + layer.options.overzoom, TileCoordinate.maximumZoom)
    }
  }

  override var boundingMapRect: MKMapRect {
    guard let bounds = layer.information.bounds else { return .world }
    let northWest = MKMapPoint(
      CLLocationCoordinate2D(latitude: bounds.north, longitude: bounds.west))
    let southEast = MKMapPoint(
      CLLocationCoordinate2D(latitude: bounds.south, longitude: bounds.east))
    // Bounds across the antimeridian reach beyond the eastern edge of the world.
    let wrap = bounds.west > bounds.east ? MKMapRect.world.width : 0
    return MKMapRect(
      x: northWest.x, y: northWest.y, width: southEast.x - northWest.x + wrap,
      height: southEast.y - northWest.y)
  }

  override func loadTile(
    at path: MKTileOverlayPath, result: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    guard let tile = TileCoordinate(zoom: path.z, x: path.x, y: path.y) else {
      return result(nil, TileOverlayError.noTile(location: nil))
    }
    Task { [layer] in
      switch await layer.tile(at: tile) {
      case .tile(let content): result(Data(content.bytes), nil)
      case .absent: result(nil, TileOverlayError.noTile(location: "tile \(tile)"))
      case .unavailable(let reason): result(nil, TileOverlayError.unavailable(reason))
      }
    }
  }
}

extension LayerInformation {
  fileprivate var bounds: GeographicBounds? {
    if let definition { return definition.bounds }
    if case .within(_, let bounds) = extent { return bounds }
    return nil
  }
}
