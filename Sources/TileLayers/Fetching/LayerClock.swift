/// The clock that back-off is measured on, so that tests can step it.
public protocol LayerClock: Sendable {
  /// The time since a moment that stays the same; it never goes back.
  var now: Duration { get }
  /// Returns when ``now`` has reached `deadline`; throws when the task is cancelled before.
  func sleep(until deadline: Duration) async throws
}

/// The system's clock, which continues while the device sleeps.
public struct SystemLayerClock: LayerClock {
  private let start = ContinuousClock.now

  /// Creates a clock that shows 0.
  public init() {}

  /// The time since the clock was created.
  public var now: Duration { start.duration(to: ContinuousClock.now) }

  /// Returns when the time has come.
  ///
  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Duration) async throws {
    try await Task.sleep(until: start.advanced(by: deadline), clock: .continuous)
  }
}
