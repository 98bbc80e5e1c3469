import Foundation

/// Assigns floors to threads, and lends idle threads to floors at work.
///
/// Each floor at work has one thread of its own. Threads without a floor are lent to the others, so
/// that all are busy to the end.
///
/// SAFETY: every stored variable is read and written under `condition`.
final class FloorSchedule: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [Int]
  private var loans: [Int: ThreadLoan] = [:]
  private var idleThreads: Int
  private var activeThreads: Int
  private var firstFailure: (any Error)?

  init(order: [Int], concurrent: Int, threads: Int) {
    waiting = order.reversed()
    activeThreads = concurrent
    idleThreads = threads - concurrent
  }

  var hasFailed: Bool { locked { firstFailure != nil } }

  /// Takes the next floor; without one, the calling thread ends and is lent to others.
  func take() -> (floor: Int, loan: ThreadLoan)? {
    locked {
      guard firstFailure == nil, let floor = waiting.popLast() else {
        activeThreads -= 1
        idleThreads += 1
        lend()
        condition.broadcast()
        return nil
      }
      let loan = ThreadLoan()
      loans[floor] = loan
      lend()
      return (floor, loan)
    }
  }

  func attach(_ pipeline: TilePipeline, to loan: ThreadLoan) { locked { loan.attach(pipeline) } }

  func complete(_ floor: Int) {
    locked {
      idleThreads += loans.removeValue(forKey: floor)?.count ?? 0
      lend()
    }
  }

  /// The first failure is the cause; cancellations are its consequence.
  func fail(_ floor: Int, _ error: any Error) {
    locked {
      idleThreads += loans.removeValue(forKey: floor)?.count ?? 0
      if firstFailure == nil || (firstFailure is CancellationError && !(error is CancellationError))
      {
        firstFailure = error
      }
    }
  }

  func wait() throws {
    condition.lock()
    defer { condition.unlock() }
    while activeThreads > 0 { condition.wait() }
    if let firstFailure { throw firstFailure }
  }

  /// Each idle thread goes to the floor with the fewest lent ones.
  private func lend() {
    guard waiting.isEmpty || loans.count >= activeThreads else { return }
    while idleThreads > 0 {
      let poorest = loans.min { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
      guard let poorest else { return }
      poorest.value.add(1)
      idleThreads -= 1
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }
}

/// Threads lent to a running build.
///
/// SAFETY: the two variables are read and written under the lock of the ``FloorSchedule`` that owns
/// the loan.
final class ThreadLoan: @unchecked Sendable {
  private(set) var count = 0
  private var pipeline: TilePipeline?

  /// Lends threads at once, or as soon as there is a pipeline for them.
  func add(_ threads: Int) {
    count += threads
    pipeline?.addWorkers(threads)
  }

  func attach(_ pipeline: TilePipeline) {
    self.pipeline = pipeline
    pipeline.addWorkers(count)
  }
}
