import TileModel
import TileLayers

/// A clock that stands still until a test steps it.
final class SteppedClock: LayerClock {
  private struct State {
    var now = Duration.zero
    var sleepers: [Int: (deadline: Duration, handover: Handover<Bool>)] = [:]
    var next = 0
  }

  private let state = Guarded(State())
  /// The deadline of every sleep that began, in order; one task may iterate.
  let deadlines: AsyncStream<Duration>
  private let announce: AsyncStream<Duration>.Continuation

  init() { (deadlines, announce) = AsyncStream.makeStream() }

  var now: Duration { state.withLock { $0.now } }

  func advance(to time: Duration) {
    let woken = state.withLock { state in
      state.now = max(state.now, time)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.handover)
    }
    for sleeper in woken { sleeper.resume(returning: true) }
  }

  func sleep(until deadline: Duration) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    let hasPassed = await withTaskCancellationHandler {
      await withHandover { handover in
        let outcome: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if state.now >= deadline { return true }
          state.sleepers[id] = (deadline, handover)
          return nil
        }
        announce.yield(deadline)
        if let outcome { handover.resume(returning: outcome) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.handover
        .resume(returning: false)
    }
    if !hasPassed { throw CancellationError() }
  }
}
