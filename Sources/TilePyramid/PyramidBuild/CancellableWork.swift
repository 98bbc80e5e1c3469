import Foundation
import Synchronization
import TileModel

/// Runs blocking work on a thread of its own, for async callers.
package enum CancellableWork {
  private final class Cancellation: Sendable {
    let isRequested = Atomic(false)
  }

  package static func run<Result: Sendable>(
    _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let thread = Thread {
            continuation.resume(
              with: Swift.Result { try work { cancellation.isRequested.load(ordering: .relaxed) } })
          }
          thread.stackSize = 8 << 20
          thread.start()
        }
      } onCancel: {
        cancellation.isRequested.store(true, ordering: .relaxed)
      }
    } catch let stopped as StoppedBuild where stopped.cause is CancellationError {
      throw stopped.cause
    }
  }
}

/// A cancellation check that can be handed out before the run exists.
package final class CancellationRelay: Sendable {
  /// A function would be wrapped anew in every access through a generic type, without end.
  private struct Question {
    let isCancelled: @Sendable () -> Bool
  }

  private let question = Guarded<Question?>(nil)

  package init() {}

  package func ask(_ isCancelled: @escaping @Sendable () -> Bool) {
    question.withLock { $0 = Question(isCancelled: isCancelled) }
  }

  package var isRequested: Bool { question.withLock { $0 }?.isCancelled() ?? false }
}
