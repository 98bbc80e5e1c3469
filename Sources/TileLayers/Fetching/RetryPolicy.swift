/// When a tile that was unavailable is asked for again.
///
/// After the n-th failure in a row no request for that tile goes out for `firstDelay × 2^(n-1)`, at
/// most `maximumDelay`: 1, 2, 4, ... 60 seconds by default. One call makes up to `attempts` requests,
/// waiting between them; after the last it answers ``TileAnswer/unavailable(_:)``, and calls that
/// come before the next delay is over get the same answer without a request. A refusal, which asking
/// again would not change, is answered at once and kept for `maximumDelay`.
public struct RetryPolicy: Hashable, Sendable {
  /// The most requests that one call makes for a tile; 1 never waits.
  public var attempts: Int
  /// The delay after the first failure.
  public var firstDelay: Duration
  /// The longest delay.
  public var maximumDelay: Duration

  /// Creates a policy; `attempts` is at least 1.
  public init(
    attempts: Int = 3, firstDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(60)
  ) {
    precondition(attempts >= 1, "a call makes at least one request")
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// The delay after `failures` failures in a row, at least 1, and what the server asked for; never
  /// above ``maximumDelay``.
  func delay(afterFailures failures: Int, reason: TileUnavailability) -> Duration {
    guard reason.isTransient else { return maximumDelay }
    // 2^20 first delays exceed any maximum that makes sense, and do not overflow.
    var delay = firstDelay * (1 << min(failures - 1, 20))
    if case .busy(_, _, let wanted?) = reason { delay = max(delay, wanted) }
    return min(delay, maximumDelay)
  }
}

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
