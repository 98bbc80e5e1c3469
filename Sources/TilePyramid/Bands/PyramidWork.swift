import TileModel
import TileStorage

/// The work of making a step's tiles, in pieces that several threads do at once.
///
/// Any number of threads may call ``perform(_:)``; all other members are called by one thread at a
/// time.
package protocol PyramidWork: AnyObject {
  var isComplete: Bool { get }
  /// Takes a piece that is ready; without room, only one that makes no more tiles wait.
  func take(hasRoom: Bool, threads: Int) -> WorkPiece?
  func hasPiece(hasRoom: Bool) -> Bool
  /// Takes an optional piece that speeds up others, for a thread that would otherwise sleep.
  func takeAhead() -> WorkPiece?
  var hasPieceAhead: Bool { get }
  func perform(_ piece: WorkPiece) throws
  func finish(_ piece: WorkPiece) -> FinishedTiles?
}

extension PyramidWork {
  package func takeAhead() -> WorkPiece? { nil }

  package var hasPieceAhead: Bool { false }

  package func runAlone() throws {
    while let piece = take(hasRoom: true, threads: 1) {
      try perform(piece)
      _ = finish(piece)
    }
  }
}

/// A piece of ``PyramidWork``.
package enum WorkPiece {
  case decode(end: Int)
  case confirm
  case readAhead
  case render(Int)
  case fill(groups: Range<Int>, end: Int)
  case complete
}

extension Array {
  /// Adjacent ready elements: all for one thread, and few for one of several, so that each finds
  /// some.
  func readyRun(threads: Int, _ isReady: (Element) -> Bool) -> Range<Int>? {
    guard let first = firstIndex(where: isReady) else { return nil }
    let ready = first..<(self[first...].firstIndex { !isReady($0) } ?? count)
    return threads == 1 ? ready : first..<first + Swift.max(1, ready.count / (2 * threads))
  }
}

/// Tiles of a band in writing order, with the end of the band after its last.
package struct FinishedTiles {
  package let tiles: [FinishedTile]
  package var end: BandEnd?
}

/// The end of a band, behind its tiles.
package struct BandEnd {
  let fraction: Double
  var position: BlockPosition?
}

/// A pool of objects, each lent to one thread at a time.
///
/// SAFETY: an object is reached only by the thread that took it out of the lock.
final class LendingPool<Object>: @unchecked Sendable {
  private let idle = Guarded<[Loan]>([])
  private let make: () -> Object

  private struct Loan: @unchecked Sendable {
    let object: Object
  }

  init(make: @escaping () -> Object) { self.make = make }

  func withObject<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    let loan = idle.withLock { $0.popLast() } ?? Loan(object: make())
    defer { idle.withLock { $0.append(loan) } }
    return try body(loan.object)
  }
}
