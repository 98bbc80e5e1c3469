public import TileModel

#if !canImport(Darwin)
  import Foundation
  public import TileImaging
  public import TileLayers
  import UIKitCompatibility

  extension MKMapView {
    /// Draws the map's view of its tile overlays.
    ///
    /// An overlay is drawn by the delegate's ``MKTileOverlayRenderer``, above earlier ones, and not at all
    /// without a renderer. A tile that is unavailable, damaged or not square is left blank, as on a screen.
    /// ``snapshotWithGaps(scale:background:)`` reports it. It is not part of MapKit, where the screen
    /// draws.
    ///
    /// - Parameters:
    ///   - scale: The pixels along one point, which paths of tiles carry too.
    ///   - background: The colour beneath the overlays.
    /// - Returns: The picture, with straight alpha.
    /// - Throws: `TileLayers.MapSnapshotError` for a view without size or with too many tiles, and when the
    ///   task is cancelled.
    public func snapshot(
      scale: Double = 1, background: PixelColor = .clear
    ) async throws(MapSnapshotError) -> RGBAImage {
      try await snapshotWithGaps(scale: scale, background: background).image
    }

    /// Draws the map's view as ``snapshot(scale:background:)`` does, and tells which tiles are
    /// missing, so that a test can expect that none is.
    public func snapshotWithGaps(
      scale: Double = 1, background: PixelColor = .clear
    ) async throws(MapSnapshotError) -> MapSnapshot {
      let layers = overlays.compactMap { overlay -> SnapshotLayer? in
        guard let renderer = renderer(for: overlay) as? MKTileOverlayRenderer else { return nil }
        return SnapshotLayer(
          renderer.tiles(scale: scale), zIndex: 0,
          opacity: SnapshotLayer.opacity(clamping: Double(renderer.alpha)))
      }
      var options = MapSnapshotter.Options(
        camera: cameraPosition, viewport: viewport, scale: scale, background: background)
      options.allowsGaps = true
      return try await MapSnapshotter(layers).snapshot(options)
    }
  }
#endif
