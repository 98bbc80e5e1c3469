/// A promise of a value to a waiting task.
///
/// A checked continuation with a lock that both sides pass. Without it the thread sanitizer reports
/// a race where a continuation is resumed before its task has suspended.
package struct Handover<Value: Sendable>: Sendable {
  fileprivate let continuation: CheckedContinuation<Value, Never>
  fileprivate let order: Guarded<Void>

  /// Must be called exactly once, on any thread.
  package func resume(returning value: Value) {
    order.withLock { _ in }
    continuation.resume(returning: value)
  }
}

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
