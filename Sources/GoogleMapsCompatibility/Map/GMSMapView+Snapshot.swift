public import TileImaging
public import TileLayers
public import TileModel
import UIKitCompatibility

extension GMSMapView {
  /// Draws the camera's view of the map's layers and overlays.
  ///
  /// A tile that is unavailable, damaged or not square is left blank, as on a screen.
  /// ``snapshotWithGaps(scale:background:)`` reports it. (The SDK stretches an image that is not square.) A
  /// square image of any size is scaled to the display size of ``GMSTileLayer/tileSize`` at `scale`. Layers
  /// and overlays are those at the time of the call, and nothing is drawn of ``mapType``. The delegate is
  /// told of the start and the end, and that a complete picture is ready. It is not part of the SDK, where
  /// the screen draws.
  ///
  /// - Parameters:
  ///   - scale: The pixels along one point.
  ///   - background: The colour beneath the layers, `nil` for the map's `backgroundColor`, or nothing.
  /// - Returns: The picture, with straight alpha.
  /// - Throws: `TileLayers.MapSnapshotError` for a view without size or with too many tiles, and when the
  ///   task is cancelled.
  public func snapshot(
    scale: Double = 1, background: PixelColor? = nil
  ) async throws(MapSnapshotError) -> RGBAImage {
    try await snapshotWithGaps(scale: scale, background: background).image
  }

  /// Draws the camera's view as ``snapshot(scale:background:)`` does, and tells which tiles are
  /// missing, so that a test can expect that none is.
  public func snapshotWithGaps(
    scale: Double = 1, background: PixelColor? = nil
  ) async throws(MapSnapshotError) -> MapSnapshot {
    let shown = tileLayers
    let snapshotter = makeSnapshotter()
    var options = MapSnapshotter.Options(
      camera: motion.position, viewport: motion.viewport, scale: scale,
      background: background ?? backgroundColor?.pixelColor ?? .clear)
    options.allowsGaps = true
    options.tileBuffer = tileBuffer
    delegate?.mapViewDidStartTileRendering(self)
    let outcome: Result<MapSnapshot, MapSnapshotError>
    do {
      outcome = .success(try await snapshotter.snapshot(options))
    } catch {
      outcome = .failure(error)
    }
    // A layer that has just left the map was still asked for its tiles.
    withExtendedLifetime(shown) {}
    delegate?.mapViewDidFinishTileRendering(self)
    let snapshot = try outcome.get()
    if snapshot.gaps.isEmpty { delegate?.mapViewSnapshotReady(self) }
    return snapshot
  }
}
