public import TileModel

#if !canImport(Darwin)
  import Foundation
  public import TileImaging
  public import TileLayers
  import UIKitCompatibility

  extension MKMapView {
    /// Draws what the map shows of its tile overlays; not part of MapKit, where the screen does it.
    ///
    /// An overlay is drawn by the ``MKTileOverlayRenderer`` that the delegate makes for it, above those
    /// before it, and not at all where the delegate makes none. As on a screen, a tile that an overlay
    /// cannot give now, that is damaged or that is not square is left blank;
    /// ``snapshotWithGaps(scale:background:)`` reports it.
    ///
    /// - Parameters:
    ///   - scale: The pixels along one point, which paths of tiles carry too.
    ///   - background: The colour beneath the overlays.
    /// - Returns: The picture, with straight alpha.
    /// - Throws: `TileLayers.MapSnapshotError` for a view without size or with too many tiles, and when
    ///   the task is cancelled.
    public func snapshot(
      scale: Double = 1, background: PixelColor = .clear
    ) async throws(MapSnapshotError) -> RGBAImage {
      try await snapshotWithGaps(scale: scale, background: background).image
    }

    /// Draws what the map shows as ``snapshot(scale:background:)`` does, and tells which tiles are
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
