import TileModel

/// A pool of objects, each lent to one thread at a time.
///
/// SAFETY: an object is reached only by the thread that took it out of the lock.
package final class LendingPool<Object>: @unchecked Sendable {
  private let idle = Guarded<[Loan]>([])
  private let make: () -> Object

  private struct Loan: @unchecked Sendable {
    let object: Object
  }

  package init(make: @escaping () -> Object) { self.make = make }

  func withObject<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    let loan = idle.withLock { $0.popLast() } ?? Loan(object: make())
    defer { idle.withLock { $0.append(loan) } }
    return try body(loan.object)
  }
}
