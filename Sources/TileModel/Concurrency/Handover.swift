/// The promise of a value to a task that waits for it.
///
/// A checked continuation and a lock that both sides pass. Where a continuation is resumed before its
/// task has suspended, the thread sanitizer does not see that what was done before comes first, and
/// takes the task's reading of the value for a race.
package struct Handover<Value: Sendable>: Sendable {
  fileprivate let continuation: CheckedContinuation<Value, Never>
  fileprivate let order: Guarded<Void>

  /// Gives the value, from any thread; to be called exactly once.
  package func resume(returning value: Value) {
    order.withLock { _ in }
    continuation.resume(returning: value)
  }
}

/// Waits for a value that another thread or task hands over.
package func withHandover<Value: Sendable>(
  isolation: isolated (any Actor)? = #isolation, _ body: (Handover<Value>) -> Void
) async -> Value {
  let order = Guarded(())
  let value = await withCheckedContinuation(isolation: isolation) { continuation in
    body(Handover(continuation: continuation, order: order))
  }
  order.withLock { _ in }
  return value
}
