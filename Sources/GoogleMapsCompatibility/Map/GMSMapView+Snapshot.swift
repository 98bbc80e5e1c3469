public import TileImaging
public import TileLayers
public import TileModel
import UIKitCompatibility

extension GMSMapView {
  /// Draws what the camera sees of the map's layers and overlays; not part of the SDK, where the screen does it.
  ///
  /// As on a screen, a tile that a layer cannot give now, that is damaged or that is not square is
  /// left blank; ``snapshotWithGaps(scale:background:)`` reports it. (The SDK stretches an image that
  /// is not square.) A square image of any size is scaled to what ``GMSTileLayer/tileSize`` makes of its
  /// place on a screen of `scale` pixels a point. Layers and overlays
  /// are taken as they are at the time of the call, and nothing is drawn of ``mapType``. The delegate is told of
  /// the start and the end, and that the picture is ready when nothing is missing in it.
  ///
  /// - Parameters:
  ///   - scale: The pixels along one point.
  ///   - background: The colour beneath the layers; `nil` is the map's `backgroundColor`, or nothing.
  /// - Returns: The picture, with straight alpha.
  /// - Throws: `TileLayers.MapSnapshotError` for a view without size or with too many tiles, and when
  ///   the task is cancelled.
  public func snapshot(
    scale: Double = 1, background: PixelColor? = nil
  ) async throws(MapSnapshotError) -> RGBAImage {
    try await snapshotWithGaps(scale: scale, background: background).image
  }

  /// Draws what the camera sees as ``snapshot(scale:background:)`` does, and tells which tiles are
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
    // A layer that has left the map meanwhile was still asked for its tiles.
    withExtendedLifetime(shown) {}
    delegate?.mapViewDidFinishTileRendering(self)
    let snapshot = try outcome.get()
    if snapshot.gaps.isEmpty { delegate?.mapViewSnapshotReady(self) }
    return snapshot
  }
}
