import Foundation
import Synchronization
import TileModel

/// Long work that blocks its thread, for callers that must not be blocked.
package enum CancellableWork {
  private final class Cancellation: Sendable {
    let isRequested = Atomic(false)
  }

  /// Does work on a thread of its own and stops it when the calling task is cancelled.
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

/// Passes on whether a run is cancelled to what was opened before it began.
package final class LateCancellation: Sendable {
  /// A function would be wrapped anew in every access through a generic type, without end.
  private struct Question {
    let isCancelled: @Sendable () -> Bool
  }

  private let question = Guarded<Question?>(nil)

  /// Creates one that says no until a run begins.
  package init() {}

  /// Asks a run from now on.
  package func ask(_ isCancelled: @escaping @Sendable () -> Bool) {
    question.withLock { $0 = Question(isCancelled: isCancelled) }
  }

  /// Whether the run is cancelled.
  package var isRequested: Bool { question.withLock { $0 }?.isCancelled() ?? false }
}
