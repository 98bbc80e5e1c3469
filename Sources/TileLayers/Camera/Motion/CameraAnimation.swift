import Platform

/// The motion of a camera from one position to another.
///
/// It reads no clock. Every moment is the time since an origin that the caller chooses once, such as the
/// start of the app.
///
/// Zoom, viewing angle and bearing change linearly, the bearing by the smaller rotation. The target moves
/// on the straight line of the map along the short way, as in a zoom about a fixed point. With `Δ` the
/// change of the zoom, the fraction `f` moves the target by `(1 - 2^(-fΔ)) / (1 - 2^(-Δ))` of the line. The
/// map then moves at a constant speed in points under a constant pace. An animated
/// ``CameraUpdate/zoom(by:at:)`` keeps its point fixed in every frame.
package struct CameraAnimation: Hashable, Sendable {
  package let start: CameraPosition
  package let end: CameraPosition
  package let startTime: Duration
  package let duration: Duration
  package let timing: TimingCurve

  package init(
    from start: CameraPosition, to end: CameraPosition, startTime: Duration, duration: Duration,
    timing: TimingCurve = .easeInOut
  ) {
    precondition(duration >= .zero, "an animation takes time")
    self.start = start
    self.end = end
    self.startTime = startTime
    self.duration = duration
    self.timing = timing
  }

  package func isFinished(at time: Duration) -> Bool { time - startTime >= duration }

  /// The position at a moment: exactly `start` up to the start, exactly `end` from the end.
  package func position(at time: Duration) -> CameraPosition {
    if isFinished(at: time) { return end }
    guard time > startTime else { return start }
    return position(atFraction: timing.progress(at: (time - startTime) / duration))
  }

  /// The position at a fraction of the way: exactly `start` at 0, exactly `end` at 1.
  package func position(atFraction fraction: Double) -> CameraPosition {
    if fraction == 0 { return start }
    if fraction == 1 { return end }
    let worldSize = CameraPosition.worldSizeAtZoomZero
    let line = MapOffset(from: start.target, to: end.target, worldSize: worldSize)
    let moved = panned(at: fraction)
    let difference = Degrees.shortestDifference(
      fromLongitude: Degrees.wrappedLongitude(start.bearing),
      to: Degrees.wrappedLongitude(end.bearing))
    return CameraPosition(
      target: start.target.moved(
        by: MapOffset(east: line.east * moved, north: line.north * moved), worldSize: worldSize),
      zoom: start.zoom + (end.zoom - start.zoom) * fraction,
      bearing: start.bearing + difference * fraction,
      viewingAngle: start.viewingAngle + (end.viewingAngle - start.viewingAngle) * fraction)
  }

  private func panned(at fraction: Double) -> Double {
    let change = (end.zoom - start.zoom) * M_LN2
    // expm1 keeps the quotient precise for small changes; for none it is the fraction itself.
    return change == 0 ? fraction : expm1(-change * fraction) / expm1(-change)
  }
}
