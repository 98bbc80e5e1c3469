import Foundation

/// Which floor is built next, by which thread, and which threads help.
///
/// Each floor at work has one thread of its own. Threads without a floor, those of finished floors
/// included, are lent to the floors at work, so that all threads are busy to the end.
///
/// SAFETY: every stored variable is read and written under `condition`.
final class FloorSchedule: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [Int]
  private var loans: [Int: ThreadLoan] = [:]
  private var idleThreads: Int
  private var activeThreads: Int
  private var firstFailure: (any Error)?

  /// Creates a schedule.
  init(order: [Int], concurrent: Int, threads: Int) {
    waiting = order.reversed()
    activeThreads = concurrent
    idleThreads = threads - concurrent
  }

  /// Whether no further work makes sense.
  var hasFailed: Bool { locked { firstFailure != nil } }

  /// Hands the next floor to a thread that asks for it; without one the thread is lent to others and
  /// ends as the asking one.
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

  /// Tells where a floor's lent threads are to work.
  func attach(_ pipeline: TilePipeline, to loan: ThreadLoan) { locked { loan.attach(pipeline) } }

  /// Takes back the threads that a finished floor was lent.
  func complete(_ floor: Int) {
    locked {
      idleThreads += loans.removeValue(forKey: floor)?.count ?? 0
      lend()
    }
  }

  /// Stops everything; what failed first is the cause, cancellations are its consequence.
  func fail(_ floor: Int, _ error: any Error) {
    locked {
      idleThreads += loans.removeValue(forKey: floor)?.count ?? 0
      if firstFailure == nil || (firstFailure is CancellationError && !(error is CancellationError))
      {
        firstFailure = error
      }
    }
  }

  /// Waits until every thread has ended.
  func wait() throws {
    condition.lock()
    defer { condition.unlock() }
    while activeThreads > 0 { condition.wait() }
    if let firstFailure { throw firstFailure }
  }

  /// Lends what is idle, each thread to the floor that was lent the fewest.
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

/// Threads that a build gets from others while it runs.
///
/// SAFETY: the two variables are read and written under the lock of the ``FloorSchedule`` that owns
/// the loan.
final class ThreadLoan: @unchecked Sendable {
  /// How many threads have been lent.
  private(set) var count = 0
  private var pipeline: TilePipeline?

  /// Lends threads: at once, or as soon as there is a pipeline for them.
  func add(_ threads: Int) {
    count += threads
    pipeline?.addWorkers(threads)
  }

  /// Names the pipeline that uses the threads.
  func attach(_ pipeline: TilePipeline) {
    self.pipeline = pipeline
    pipeline.addWorkers(count)
  }
}
