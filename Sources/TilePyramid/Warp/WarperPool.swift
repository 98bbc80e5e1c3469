import TileModel

/// Tile warpers, each lent to one thread at a time and used again.
///
/// SAFETY: a warper is reached only by the thread that took it out of the lock.
final class WarperPool: @unchecked Sendable {
  private let idle = Guarded<[Loan]>([])
  private let make: () -> TileWarper

  private struct Loan: @unchecked Sendable {
    let warper: TileWarper
  }

  init(make: @escaping () -> TileWarper) { self.make = make }

  /// Lends a warper to `body`.
  func withWarper<Result>(_ body: (TileWarper) throws -> Result) throws -> Result {
    let loan = idle.withLock { $0.popLast() } ?? Loan(warper: make())
    defer { idle.withLock { $0.append(loan) } }
    return try body(loan.warper)
  }
}
