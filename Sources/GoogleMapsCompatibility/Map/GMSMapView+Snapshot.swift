public import TileImaging
public import TileLayers

extension GMSMapView {
  /// Draws what the camera sees of the map's layers; not part of the SDK, where the screen does it.
  ///
  /// Layers are taken as they are at the time of the call, nothing is drawn of ``mapType``, and images
  /// must have just the ``GMSTileLayer/tileSize`` of their layer, 256 or 512. The delegate is told of
  /// the start and the end, and that the picture is ready when there is one.
  ///
  /// - Parameters:
  ///   - scale: The pixels along one point.
  ///   - background: What lies beneath the layers.
  /// - Returns: The picture, with straight alpha.
  /// - Throws: ``MapSnapshotError``, also when a layer cannot give a tile now; it may be tried again.
  public func snapshot(
    scale: Double = 1, background: SnapshotColor = .clear
  ) async throws(MapSnapshotError) -> RGBAImage {
    let snapshotter = MapSnapshotter(
      tileLayers.map {
        SnapshotLayer(
          $0.tiles, zIndex: Int($0.zIndex), opacity: Double(min(max($0.opacity, 0), 1)))
      })
    let options = MapSnapshotter.Options(
      camera: motion.position, viewport: motion.viewport, scale: scale, background: background)
    delegate?.mapViewDidStartTileRendering(self)
    let outcome: Result<RGBAImage, MapSnapshotError>
    do {
      outcome = .success(try await snapshotter.image(options))
    } catch {
      outcome = .failure(error)
    }
    delegate?.mapViewDidFinishTileRendering(self)
    let image = try outcome.get()
    delegate?.mapViewSnapshotReady(self)
    return image
  }
}
