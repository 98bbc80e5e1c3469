/// The listener of a ``CameraController``'s events.
///
/// The calls come in the order of ``CameraEvent``. Each method does nothing unless implemented.
@MainActor
public protocol CameraControllerDelegate: AnyObject {
  /// A movement begins.
  func cameraController(_ controller: CameraController, willMoveByGesture gesture: Bool)
  /// The camera is at another position.
  ///
  /// It is called for every position shown and always for the final one.
  func cameraController(_ controller: CameraController, didChange position: CameraPosition)
  /// The camera has come to rest.
  func cameraController(_ controller: CameraController, didBecomeIdleAt position: CameraPosition)
}

extension CameraControllerDelegate {
  /// Does nothing.
  public func cameraController(_ controller: CameraController, willMoveByGesture gesture: Bool) {}
  /// Does nothing.
  public func cameraController(_ controller: CameraController, didChange position: CameraPosition) {
  }
  /// Does nothing.
  public func cameraController(
    _ controller: CameraController, didBecomeIdleAt position: CameraPosition
  ) {}
}

/// A camera with a delegate, for a view to own.
///
/// All of its state is a ``CameraMotion``, whose methods state how movements begin, end and interrupt each
/// other. The view calls ``advance(to:)`` once per frame while ``CameraMotion/isIdle`` is false. A delegate
/// may move the camera from within a call. Those events follow the current ones.
@MainActor
public final class CameraController {
  /// Listener of the camera's events.
  public weak var delegate: (any CameraControllerDelegate)?

  /// The camera.
  public private(set) var motion: CameraMotion

  private var untold: [CameraEvent] = []
  private var isTelling = false

  /// Creates a controller.
  ///
  /// The position is taken into the limits of the viewport.
  public init(position: CameraPosition, viewport: Viewport) {
    motion = CameraMotion(position: position, viewport: viewport)
  }

  /// Position of the camera.
  ///
  /// Setting it is a ``move(_:)``.
  public var position: CameraPosition {
    get { motion.position }
    set { move(.camera(newValue)) }
  }

  /// The view: its size, its padding and its limits for the zoom and the target.
  ///
  /// Setting it takes the camera into the limits.
  public var viewport: Viewport {
    get { motion.viewport }
    set { tell(motion.setViewport(newValue)) }
  }

  /// The projection of the camera as it is now.
  public var projection: ScreenProjection {
    ScreenProjection(position: motion.position, viewport: motion.viewport)
  }

  /// Changes the camera at once.
  ///
  /// See ``CameraMotion/move(_:)``.
  public func move(_ update: CameraUpdate) { tell(motion.move(update)) }

  /// Begins an animation.
  ///
  /// See ``CameraMotion/animate(_:duration:timing:at:)``.
  public func animate(
    _ update: CameraUpdate, duration: Duration, timing: TimingCurve = .easeInOut, at time: Duration
  ) {
    tell(motion.animate(update, duration: duration, timing: timing, at: time))
  }

  /// Takes an animation to a moment.
  ///
  /// See ``CameraMotion/advance(to:)``.
  public func advance(to time: Duration) { tell(motion.advance(to: time)) }

  /// Ends an animation where it is shown.
  ///
  /// See ``CameraMotion/stopAnimation()``.
  public func stopAnimation() { tell(motion.stopAnimation()) }

  /// Begins a gesture.
  ///
  /// See ``CameraMotion/beginGesture()``.
  public func beginGesture() { tell(motion.beginGesture()) }

  /// Changes the camera by a gesture.
  ///
  /// See ``CameraMotion/continueGesture(_:)``.
  public func continueGesture(_ update: CameraUpdate) { tell(motion.continueGesture(update)) }

  /// Ends a gesture.
  ///
  /// See ``CameraMotion/endGesture()``.
  public func endGesture() { tell(motion.endGesture()) }

  private func tell(_ events: [CameraEvent]) {
    untold += events
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !untold.isEmpty {
      switch untold.removeFirst() {
      case .willMove(let byGesture): delegate?.cameraController(self, willMoveByGesture: byGesture)
      case .didChange(let position): delegate?.cameraController(self, didChange: position)
      case .idle(let position): delegate?.cameraController(self, didBecomeIdleAt: position)
      }
    }
  }
}
