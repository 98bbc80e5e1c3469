/// Pauses after tiles that were unavailable.
///
/// After the n-th failure in a row a tile pauses for `firstDelay × 2^(n-1)`, at most `maximumDelay`: 1, 2,
/// 4, ... 60 seconds by default. Calls within the pause get the same answer without a request. A permanent
/// refusal is cached for `maximumDelay`.
public struct RetryPolicy: Hashable, Sendable {
  /// The delay after the first failure.
  public var firstDelay: Duration
  /// The longest delay.
  public var maximumDelay: Duration

  /// Creates a policy.
  public init(firstDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(60)) {
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

/// The clock of pauses and time-outs, which tests can step.
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
