import TileModel

/// Fetches tiles for many callers: each tile once, a bounded number at a time, with cache and back-off.
///
/// A tile being fetched is a *flight*, which later callers join. It ends with its answer, or with its last
/// caller, which cancels the request.
actor TileFetcher {
  typealias Answer = TileAnswer<EncodedTile>
  typealias Ask = @Sendable (TileCoordinate) async -> Answer

  /// Estimated bytes of keys, nodes and array headers per cached answer.
  static let entryOverhead = 160
  private static let maximumFailures = 4096

  private struct Flight {
    var callers: [Int: Handover<Answer>] = [:]
    var task: Task<Void, Never>?
    /// True if the cache was cleared after the request began, so that its answer is dropped.
    var isOutdated = false
  }

  private struct Failure: Sendable {
    var count: Int
    var reason: TileUnavailability
    var retryTime: Duration
  }

  private let ask: Ask
  private let retry: RetryPolicy
  private let clock: any LayerClock
  private let limiter: ConcurrencyLimiter
  private var memory: RecencyCache<TileCoordinate, Answer>
  private var failures = RecencyCache<TileCoordinate, Failure>(limit: maximumFailures)
  private var flights: [TileCoordinate: Flight] = [:]
  private var nextCaller = 0

  init(
    memoryLimit: Int, maximumRequests: Int, retry: RetryPolicy, clock: any LayerClock,
    ask: @escaping Ask
  ) {
    self.ask = ask
    self.retry = retry
    self.clock = clock
    limiter = ConcurrencyLimiter(limit: maximumRequests)
    memory = RecencyCache(limit: memoryLimit)
  }

  var memoryCost: Int { memory.cost }

  func callerCount(of tile: TileCoordinate) -> Int { flights[tile]?.callers.count ?? 0 }

  func answer(for tile: TileCoordinate) async -> Answer {
    if let known = memory.value(for: tile) { return known }
    if flights[tile] == nil, let failure = failures.value(for: tile), failure.retryTime > clock.now
    {
      return .unavailable(failure.reason)
    }
    let caller = nextCaller
    nextCaller += 1
    return await withTaskCancellationHandler {
      await withHandover { handover in
        // A cancellation that comes later finds the caller registered, for it waits for this actor.
        if Task.isCancelled {
          handover.resume(returning: .unavailable(.cancelled))
        } else {
          join(tile, as: caller, handover)
        }
      }
    } onCancel: {
      Task { await self.leave(tile, caller) }
    }
  }

  func clear() {
    memory.removeAll()
    failures.removeAll()
    for tile in flights.keys {
      flights[tile]?.isOutdated = true
      flights[tile]?.task?.cancel()
    }
  }

  private func join(_ tile: TileCoordinate, as caller: Int, _ handover: Handover<Answer>) {
    let isNew = flights[tile] == nil
    flights[tile, default: Flight()].callers[caller] = handover
    if isNew { start(tile) }
  }

  private func leave(_ tile: TileCoordinate, _ caller: Int) {
    guard let handover = flights[tile]?.callers.removeValue(forKey: caller) else { return }
    handover.resume(returning: .unavailable(.cancelled))
    // The flight stays until the request has ended, so that a caller who comes before does not make a second
    // one.
    if let flight = flights[tile], flight.callers.isEmpty { flight.task?.cancel() }
  }

  private func start(_ tile: TileCoordinate) {
    flights[tile]?.isOutdated = false
    flights[tile]?.task = Task { await self.request(tile) }
  }

  private func request(_ tile: TileCoordinate) async {
    var answer = Answer.unavailable(.cancelled)
    if await limiter.enter() {
      if !Task.isCancelled { answer = await ask(tile) }
      limiter.leave()
    }
    if Task.isCancelled, case .unavailable = answer {
      // A request that was cancelled says nothing of the tile, however it ended.
      answer = .unavailable(.cancelled)
    } else if answer == .unavailable(.cancelled) {
      answer = .unavailable(.other("the request was cancelled from elsewhere"))
    }
    conclude(tile, with: answer)
  }

  private func conclude(_ tile: TileCoordinate, with answer: Answer) {
    guard let flight = flights[tile] else { return }
    if flight.isOutdated || answer == .unavailable(.cancelled) {
      if flight.callers.isEmpty { flights[tile] = nil } else { start(tile) }
      return
    }
    switch answer {
    case .tile(let tileContent):
      memory.set(answer, for: tile, cost: tileContent.bytes.count + Self.entryOverhead)
      failures.remove(tile)
    case .absent:
      memory.set(answer, for: tile, cost: Self.entryOverhead)
      failures.remove(tile)
    case .unavailable(let reason): note(reason, for: tile)
    }
    flights[tile] = nil
    for caller in flight.callers.values { caller.resume(returning: answer) }
  }

  private func note(_ reason: TileUnavailability, for tile: TileCoordinate) {
    let count = (failures.value(for: tile)?.count ?? 0) + 1
    let time = clock.now + retry.delay(afterFailures: count, reason: reason)
    failures.set(Failure(count: count, reason: reason, retryTime: time), for: tile, cost: 1)
  }
}
