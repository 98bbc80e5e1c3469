import Dispatch
import Synchronization

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
