public import TileLayers
import TileModel

/// What the screen and fingers do in the SDK; none of it is part of the SDK.
extension GMSMapView {
  /// The camera in the view in terms of `TileLayers`, for renderers.
  public var motion: CameraMotion { controller.motion }

  /// Lets time pass, as a frame of the screen does: the animation under way continues, and the layers are
  /// asked for the tiles that have come into view.
  ///
  /// Requests for tiles that have left the view before they were answered are cancelled;
  /// ``takeTileEvents()`` tells what was asked and dropped. Layers answer in their own time:
  /// ``finishLoading()`` waits for them.
  public func advance(by duration: Duration) {
    // A century, of which no sum overflows.
    time += min(max(duration, .zero), .seconds(3_155_760_000))
    #if !canImport(Darwin)
      layer.endFrame()
    #endif
    controller.advance(to: time)
    endAnimationUnlessMoving()
    let wasLoading = !loading.pending.isEmpty
    var options = MapSnapshotter.Options(
      camera: motion.position, viewport: motion.viewport, scale: Double(contentScaleFactor))
    options.tileBuffer = tileBuffer
    let layers = (shownFloor.map { [$0] } ?? []) + tileLayers.map(\.shown)
    loading.update(layers.filter { $0.opacity > 0 }, seenBy: options, at: time)
    guard !wasLoading, !loading.pending.isEmpty else { return }
    delegate?.mapViewDidStartTileRendering(self)
  }

  /// Takes the animation under way to its end.
  public func finishAnimation() {
    guard let animation = controller.motion.animation else { return }
    advance(by: animation.startTime + animation.duration - time)
  }

  /// Waits until the layers have answered for every tile asked for by ``advance(by:)``, and tells the
  /// delegate.
  public func finishLoading() async {
    guard !loading.pending.isEmpty else { return }
    while let task = loading.pending.first { await task.value }
    delegate?.mapViewDidFinishTileRendering(self)
  }

  /// What became of tiles since the last call, in the order in which it happened.
  public func takeTileEvents() -> [GMSTileEvent] { loading.takeEvents() }

  /// Begins a gesture, which ends an animation where it is; the delegate is told that the map will move
  /// by a gesture.
  public func beginGesture() {
    controller.beginGesture()
    endAnimationUnlessMoving()
  }

  /// Changes the camera by the gesture under way.
  ///
  /// A change that ``settings`` forbid is ignored: of the zoom, the bearing or the viewing angle, and of
  /// the target where the zoom stays.
  public func continueGesture(_ update: GMSCameraUpdate) {
    let next = update.update.applied(to: motion.position, in: motion.viewport)
    let (position, settings) = (motion.position, settings)
    if next.zoom != position.zoom {
      guard settings.zoomGestures else { return }
    } else if next.target != position.target {
      guard settings.scrollGestures else { return }
    }
    guard next.bearing == position.bearing || settings.rotateGestures,
      next.viewingAngle == position.viewingAngle || settings.tiltGestures
    else { return }
    controller.continueGesture(update.update)
  }

  /// Ends the gesture; the delegate is told that the map is idle.
  public func endGesture() { controller.endGesture() }
}
