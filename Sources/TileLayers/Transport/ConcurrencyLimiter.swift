import TileModel

/// FIFO semaphore for asynchronous work.
package final class ConcurrencyLimiter: Sendable {
  private struct State {
    var free: Int
    var waiting: [(ticket: Int, handover: Handover<Bool>)] = []
    var tickets = 0
  }

  private let state: Guarded<State>

  package init(limit: Int) {
    precondition(limit >= 1, "a turnstile lets someone through")
    state = Guarded(State(free: limit))
  }

  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  package func enter() async -> Bool {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    return await withTaskCancellationHandler {
      await withHandover { handover in
        let outcome: Bool? = state.withLock { state in
          // A cancellation that comes later finds the ticket, for it waits for the lock.
          if Task.isCancelled { return false }
          guard state.free == 0 else {
            state.free -= 1
            return true
          }
          state.waiting.append((ticket, handover))
          return nil
        }
        if let outcome { handover.resume(returning: outcome) }
      }
    } onCancel: {
      let handover = state.withLock { state in
        state.waiting.firstIndex { $0.ticket == ticket }
          .map { state.waiting.remove(at: $0).handover }
      }
      handover?.resume(returning: false)
    }
  }

  package func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return Handover<Bool>?.none
      }
      return state.waiting.removeFirst().handover
    }
    next?.resume(returning: true)
  }
}
