/// Back-off for tiles that were unavailable.
///
/// After the n-th failure in a row a tile pauses for `firstDelay × 2^(n-1)`, at most `maximumDelay`: 1, 2,
/// 4, ... 60 seconds by default. One call makes up to `attempts` requests with these pauses. The last one
/// answers ``TileAnswer/unavailable(_:)``. Calls within the next pause get the same answer without a
/// request. A permanent refusal is answered at once and cached for `maximumDelay`.
public struct RetryPolicy: Hashable, Sendable {
  /// Largest number of requests of one call for a tile.
  ///
  /// 1 never waits.
  public var attempts: Int
  /// The delay after the first failure.
  public var firstDelay: Duration
  /// The longest delay.
  public var maximumDelay: Duration

  /// Creates a policy.
  ///
  /// `attempts` is at least 1.
  public init(
    attempts: Int = 3, firstDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(60)
  ) {
    precondition(attempts >= 1, "a call makes at least one request")
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// At least the server's request, at most ``maximumDelay``.
  func delay(afterFailures failures: Int, reason: TileUnavailability) -> Duration {
    guard reason.isTransient else { return maximumDelay }
    // 2^20 first delays exceed any maximum that makes sense, and do not overflow.
    var delay = firstDelay * (1 << min(failures - 1, 20))
    if case .busy(_, _, let wanted?) = reason { delay = max(delay, wanted) }
    return min(delay, maximumDelay)
  }
}

/// The clock of the back-off, which tests can step.
public protocol LayerClock: Sendable {
  /// The monotonic time since a fixed moment.
  var now: Duration { get }
  /// Returns when ``now`` has reached `deadline`.
  ///
  /// Throws when the task is cancelled before.
  func sleep(until deadline: Duration) async throws
}

/// The system's clock, which continues while the device sleeps.
public struct SystemLayerClock: LayerClock {
  private let start = ContinuousClock.now

  /// Creates a clock that shows 0.
  public init() {}

  /// The time since the clock was created.
  public var now: Duration { start.duration(to: ContinuousClock.now) }

  /// Returns at the deadline.
  ///
  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Duration) async throws {
    try await Task.sleep(until: start.advanced(by: deadline), clock: .continuous)
  }
}
