package import TileLayers

/// Stand-ins for the screen and for fingers, not part of the SDK.
extension GMSMapView {
  package var motion: CameraMotion { controller.motion }

  /// Advances time, as a frame of the screen does.
  ///
  /// The current animation continues, and layers are asked for tiles that came into view. Requests for
  /// tiles that left the view are cancelled. ``takeTileEvents()`` reports both, and ``finishLoading()``
  /// waits for the layers.
  public func advance(by duration: Duration) {
    // A century, so that no sum overflows.
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

  /// Steps the current animation to its end.
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

  /// Events of tiles since the last call, in order.
  public func takeTileEvents() -> [GMSTileEvent] { loading.takeEvents() }

  /// Begins a gesture, which ends an animation in place.
  ///
  /// The delegate is told that the map will move by a gesture.
  public func beginGesture() {
    controller.beginGesture()
    endAnimationUnlessMoving()
  }

  /// Changes the camera by the current gesture.
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

  /// Ends the gesture, and tells the delegate that the map is idle.
  public func endGesture() { controller.endGesture() }
}
