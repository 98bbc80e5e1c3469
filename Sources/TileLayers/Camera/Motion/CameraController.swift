/// A camera that tells its events, for a view to own.
///
/// All of its state is a ``CameraMotion``, whose methods state how movements begin, end and interrupt each
/// other. The view calls ``advance(to:)`` once per frame while ``CameraMotion/isIdle`` is false. Whoever is
/// told may move the camera from within a call. Those events follow the current ones.
@MainActor
package final class CameraController {
  package var onEvent: (CameraEvent) -> Void = { _ in }
  package private(set) var motion: CameraMotion

  private var untold: [CameraEvent] = []
  private var isTelling = false

  /// Creates a controller.
  ///
  /// The position is taken into the limits of the viewport.
  package init(position: CameraPosition, viewport: Viewport) {
    motion = CameraMotion(position: position, viewport: viewport)
  }

  package var position: CameraPosition {
    get { motion.position }
    set { move(.camera(newValue)) }
  }

  /// The view: its size, its padding and its limits for the zoom and the target.
  ///
  /// Setting it takes the camera into the limits.
  package var viewport: Viewport {
    get { motion.viewport }
    set { tell(motion.setViewport(newValue)) }
  }

  package var projection: ScreenProjection {
    ScreenProjection(position: motion.position, viewport: motion.viewport)
  }

  package func move(_ update: CameraUpdate) { tell(motion.move(update)) }

  package func animate(
    _ update: CameraUpdate, duration: Duration, timing: TimingCurve = .easeInOut, at time: Duration
  ) {
    tell(motion.animate(update, duration: duration, timing: timing, at: time))
  }

  package func advance(to time: Duration) { tell(motion.advance(to: time)) }

  package func beginGesture() { tell(motion.beginGesture()) }

  package func continueGesture(_ update: CameraUpdate) { tell(motion.continueGesture(update)) }

  package func endGesture() { tell(motion.endGesture()) }

  private func tell(_ events: [CameraEvent]) {
    untold += events
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !untold.isEmpty { onEvent(untold.removeFirst()) }
  }
}
