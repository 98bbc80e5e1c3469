import TileModel

/// Fetches tiles on behalf of many callers: each tile once, a bounded number at a time, with a cache
/// and back-off.
///
/// A tile being fetched is a *flight*, which every caller that asks meanwhile joins. It ends when an
/// answer is there, or when its last caller has gone, which cancels the request.
actor TileFetcher {
  typealias Answer = TileAnswer<EncodedTile>
  typealias Ask = @Sendable (TileCoordinate) async -> Answer

  /// What a cached answer costs beside its bytes: an estimate of keys, nodes and array headers.
  static let entryOverhead = 160
  /// How many tiles' failures are remembered.
  private static let maximumFailures = 4096

  private struct Flight {
    var callers: [Int: Handover<Answer>] = [:]
    /// The request, or the wait for the next; `nil` while the flight waits for a slot.
    var task: Task<Void, Never>?
    /// How many requests were made, the present one included.
    var attempt = 0
    /// Whether the cache was cleared after the request began, so that its answer does not count.
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
  private let maximumRequests: Int
  private var memory: RecencyCache<TileCoordinate, Answer>
  private var failures = RecencyCache<TileCoordinate, Failure>(limit: maximumFailures)
  private var flights: [TileCoordinate: Flight] = [:]
  private var queue = TileQueue()
  private var requests = 0
  private var nextCaller = 0

  /// Creates a fetcher with empty caches in memory.
  init(
    memoryLimit: Int, maximumRequests: Int, retry: RetryPolicy, clock: any LayerClock,
    ask: @escaping Ask
  ) {
    self.ask = ask
    self.retry = retry
    self.clock = clock
    self.maximumRequests = maximumRequests
    memory = RecencyCache(limit: memoryLimit)
  }

  /// The bytes that cached answers are taken to use.
  var memoryCost: Int { memory.cost }

  /// The number of callers that wait for a tile.
  func callerCount(of tile: TileCoordinate) -> Int { flights[tile]?.callers.count ?? 0 }

  /// The answer for one tile, from memory or fetched.
  func answer(for tile: TileCoordinate) async -> Answer {
    if let known = memory.value(for: tile) { return known }
    if flights[tile] == nil, let failure = failures.value(for: tile),
      failure.retryTime > clock.now
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

  /// Forgets every answer and failure; tiles being fetched are asked for again.
  func clear() {
    memory.removeAll()
    failures.removeAll()
    for tile in Array(flights.keys) where flights[tile]?.task != nil {
      flights[tile]?.isOutdated = true
      flights[tile]?.task?.cancel()
    }
  }

  private func join(
    _ tile: TileCoordinate, as caller: Int, _ handover: Handover<Answer>
  ) {
    let isNew = flights[tile] == nil
    flights[tile, default: Flight()].callers[caller] = handover
    if isNew { enqueue(tile) }
  }

  private func leave(_ tile: TileCoordinate, _ caller: Int) {
    guard let handover = flights[tile]?.callers.removeValue(forKey: caller) else { return }
    handover.resume(returning: .unavailable(.cancelled))
    guard let flight = flights[tile], flight.callers.isEmpty else { return }
    if let task = flight.task {
      // The flight stays until the request has ended, so that a caller who comes meanwhile does not
      // make a second one.
      task.cancel()
    } else {
      flights[tile] = nil
      queue.remove(tile)
    }
  }

  private func enqueue(_ tile: TileCoordinate) {
    queue.append(tile)
    startRequests()
  }

  private func startRequests() {
    while requests < maximumRequests, let tile = queue.popFirst() {
      requests += 1
      flights[tile]?.attempt += 1
      flights[tile]?.isOutdated = false
      flights[tile]?.task = Task { await self.request(tile) }
    }
  }

  private func request(_ tile: TileCoordinate) async {
    var answer = Task.isCancelled ? .unavailable(.cancelled) : await ask(tile)
    requests -= 1
    if Task.isCancelled, case .unavailable = answer {
      // A request that was cancelled says nothing of the tile, however it ended.
      answer = .unavailable(.cancelled)
    } else if answer == .unavailable(.cancelled) {
      answer = .unavailable(.other("the request was cancelled from elsewhere"))
    }
    conclude(tile, with: answer)
    startRequests()
  }

  private func conclude(_ tile: TileCoordinate, with answer: Answer) {
    guard let flight = flights[tile] else { return }
    if flight.isOutdated || answer == .unavailable(.cancelled) {
      restart(tile)
      return
    }
    switch answer {
    case .tile(let tileContent):
      memory.set(answer, for: tile, cost: tileContent.bytes.count + Self.entryOverhead)
      failures.remove(tile)
    case .absent:
      memory.set(answer, for: tile, cost: Self.entryOverhead)
      failures.remove(tile)
    case .unavailable(let reason):
      let time = note(reason, for: tile)
      if reason.isTransient, flight.attempt < retry.attempts, !flight.callers.isEmpty {
        flights[tile]?.task = Task { await self.wait(until: time, for: tile) }
        return
      }
    }
    flights[tile] = nil
    for caller in flight.callers.values { caller.resume(returning: answer) }
  }

  /// Asks again for callers that came after the request was given up; else ends the flight.
  private func restart(_ tile: TileCoordinate) {
    if flights[tile]?.callers.isEmpty ?? true {
      flights[tile] = nil
    } else {
      flights[tile]?.task = nil
      flights[tile]?.attempt = 0
      enqueue(tile)
    }
  }

  /// Counts a failure; returns when the tile may be asked for again.
  private func note(_ reason: TileUnavailability, for tile: TileCoordinate) -> Duration {
    let count = (failures.value(for: tile)?.count ?? 0) + 1
    let time = clock.now + retry.delay(afterFailures: count, reason: reason)
    failures.set(Failure(count: count, reason: reason, retryTime: time), for: tile, cost: 1)
    return time
  }

  private func wait(until time: Duration, for tile: TileCoordinate) async {
    do {
      try await clock.sleep(until: time)
      flights[tile]?.task = nil
      if flights[tile]?.callers.isEmpty ?? true {
        flights[tile] = nil
      } else {
        enqueue(tile)
      }
    } catch {
      restart(tile)
    }
  }
}
