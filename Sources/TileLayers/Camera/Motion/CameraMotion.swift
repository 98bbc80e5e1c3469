/// An event of a camera, in order of occurrence.
///
/// Every movement is one `willMove`, then a `didChange` for each position shown and always for the final
/// one, then one `idle`. An interrupted movement ends without `idle`. The interrupting one begins with its
/// own `willMove`.
package enum CameraEvent: Hashable, Sendable {
  /// A movement begins, by a gesture of the user or not.
  case willMove(byGesture: Bool)
  /// The camera is now at a position.
  case didChange(CameraPosition)
  /// The camera has come to rest at a position.
  case idle(CameraPosition)
}

/// A camera in its view with its motion, as a value that is stepped from outside.
///
/// There is no clock, no timer and no callback in it. Every change returns the events it causes. Times are
/// those since one origin of the caller's choice. A time before an earlier one counts as that one. Every
/// position is in the limits of the viewport.
package struct CameraMotion: Hashable, Sendable {
  private enum Activity: Hashable {
    case resting
    case animated(CameraAnimation)
    case gesture(hasMoved: Bool)
  }

  package private(set) var position: CameraPosition
  package private(set) var viewport: Viewport

  private var activity = Activity.resting
  private var latestTime: Duration?

  /// Creates a camera at rest, at the allowed position closest to `position`.
  package init(position: CameraPosition, viewport: Viewport) {
    self.position = viewport.constrained(position)
    self.viewport = viewport
  }

  package var animation: CameraAnimation? {
    if case .animated(let animation) = activity { animation } else { nil }
  }

  package var isInGesture: Bool {
    if case .gesture = activity { true } else { false }
  }

  package var isIdle: Bool { activity == .resting }

  /// Changes the camera at once, from the position shown last.
  ///
  /// It ends an animation where it is and takes the camera out of a gesture.
  @discardableResult
  package mutating func move(_ update: CameraUpdate) -> [CameraEvent] {
    activity = .resting
    position = update.applied(to: position, in: viewport)
    return [.willMove(byGesture: false), .didChange(position), .idle(position)]
  }

  /// Begins an animation, after taking an earlier one to the same moment and ending it there.
  ///
  /// The update is relative to the position at that moment. It takes the camera out of a gesture. An
  /// animation without duration is a ``move(_:)``.
  @discardableResult
  package mutating func animate(
    _ update: CameraUpdate, duration: Duration, timing: TimingCurve = .easeInOut, at time: Duration
  ) -> [CameraEvent] {
    let before = advance(to: time)
    guard duration > .zero else { return before + move(update) }
    activity = .animated(
      CameraAnimation(
        from: position, to: update.applied(to: position, in: viewport),
        startTime: latestTime ?? time, duration: duration, timing: timing))
    return before + [.willMove(byGesture: false)]
  }

  /// Steps an animation to a moment, or only keeps the time without one.
  @discardableResult
  package mutating func advance(to time: Duration) -> [CameraEvent] {
    let time = max(time, latestTime ?? time)
    latestTime = time
    guard case .animated(let animation) = activity else { return [] }
    let next = viewport.constrained(animation.position(at: time))
    if animation.isFinished(at: time) {
      activity = .resting
      position = next
      return [.didChange(next), .idle(next)]
    }
    guard next != position else { return [] }
    position = next
    return [.didChange(next)]
  }

  /// Ends an animation where it is shown.
  ///
  /// Without one nothing happens.
  @discardableResult
  package mutating func stopAnimation() -> [CameraEvent] {
    guard case .animated = activity else { return [] }
    activity = .resting
    return [.didChange(position), .idle(position)]
  }

  /// Begins a gesture, which ends an animation where it is shown.
  ///
  /// In a gesture nothing happens.
  @discardableResult
  package mutating func beginGesture() -> [CameraEvent] {
    guard !isInGesture else { return [] }
    activity = .gesture(hasMoved: false)
    return [.willMove(byGesture: true)]
  }

  /// Changes the camera by a gesture.
  ///
  /// Outside of one nothing happens.
  @discardableResult
  package mutating func continueGesture(_ update: CameraUpdate) -> [CameraEvent] {
    guard isInGesture else { return [] }
    activity = .gesture(hasMoved: true)
    position = update.applied(to: position, in: viewport)
    return [.didChange(position)]
  }

  /// Ends a gesture.
  ///
  /// Outside of one nothing happens.
  @discardableResult
  package mutating func endGesture() -> [CameraEvent] {
    guard case .gesture(let hasMoved) = activity else { return [] }
    activity = .resting
    return hasMoved ? [.idle(position)] : [.didChange(position), .idle(position)]
  }

  /// Changes the view or its limits and takes the camera to the allowed position closest to its own.
  ///
  /// An animation or a gesture continues within the new limits.
  @discardableResult
  package mutating func setViewport(_ viewport: Viewport) -> [CameraEvent] {
    self.viewport = viewport
    if case .animated(let animation) = activity {
      activity = .animated(
        CameraAnimation(
          from: animation.start, to: viewport.constrained(animation.end),
          startTime: animation.startTime, duration: animation.duration, timing: animation.timing))
    }
    let allowed = viewport.constrained(position)
    guard allowed != position else { return [] }
    position = allowed
    switch activity {
    case .resting: return [.willMove(byGesture: false), .didChange(allowed), .idle(allowed)]
    case .animated: return [.didChange(allowed)]
    case .gesture:
      activity = .gesture(hasMoved: true)
      return [.didChange(allowed)]
    }
  }
}
