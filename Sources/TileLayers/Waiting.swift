import Dispatch
import TileModel

/// Computes on a thread outside the pool of tasks, for slow or blocking work.
func onThread<Value: Sendable>(_ compute: @escaping @Sendable () -> Value) async -> Value {
  await withHandover { handover in
    DispatchQueue.global().async { handover.resume(returning: compute()) }
  }
}

/// Blocks the calling thread.
@available(*, noasync)
func waitForTask<Answer: Sendable>(
  _ answer: @escaping @Sendable () async -> Answer
) -> Answer {
  let box = AnswerBox<Answer>()
  Task.detached { box.set(await answer()) }
  return box.wait()
}

/// One answer that a task hands to a thread.
private final class AnswerBox<Answer: Sendable>: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let answer = Guarded<Answer?>(nil)

  func set(_ value: Answer) {
    answer.withLock { $0 = value }
    semaphore.signal()
  }

  func wait() -> Answer {
    while true {
      semaphore.wait()
      if let value = answer.withLock({ $0 }) { return value }
    }
  }
}
