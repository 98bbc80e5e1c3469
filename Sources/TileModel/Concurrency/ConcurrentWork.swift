import Dispatch
import Synchronization

/// Visits items on several threads, in any order, until all are done or one fails.
///
/// - Parameters:
///   - items: The items, which are begun in their order.
///   - threads: How many threads there are at most.
///   - makeOwn: Makes what one thread has for itself.
///   - body: Does what is to be done with an item.
/// - Throws: What failed first.
package func forEachConcurrently<Item: Sendable, Own>(
  _ items: [Item], threads: Int, _ makeOwn: @Sendable () throws -> Own,
  _ body: @Sendable (Own, Item) throws -> Void
) throws {
  if items.isEmpty { return }
  let next = Atomic(0)
  let failure = Guarded((any Error)?.none)
  DispatchQueue.concurrentPerform(iterations: min(max(1, threads), items.count)) { _ in
    do {
      let own = try makeOwn()
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < items.count else { break }
        try body(own, items[number])
      }
    } catch {
      next.store(items.count, ordering: .relaxed)
      failure.withLock { $0 = $0 ?? error }
    }
  }
  if let failure = failure.withLock({ $0 }) { throw failure }
}
