import TileModel
import TileStorage

/// The work of making the tiles of a step from a raster, in pieces that several threads do at once.
///
/// ``perform(_:)`` is called by any number of threads, everything else by one at a time.
package protocol PyramidWork: AnyObject {
  /// Whether everything is done.
  var isComplete: Bool { get }
  /// Takes a piece that can be done now; one that makes more tiles to wait only where there is room.
  func take(hasRoom: Bool, threads: Int) -> WorkPiece?
  /// Whether another piece can be done now.
  func hasPiece(hasRoom: Bool) -> Bool
  /// Takes a piece that makes others faster and need not be done, for a thread that would else sleep;
  /// `nil` when there is none.
  func takeAhead() -> WorkPiece?
  /// Whether there is such a piece.
  var hasPieceAhead: Bool { get }
  func perform(_ piece: WorkPiece) throws
  /// Notes that a piece was done.
  func finish(_ piece: WorkPiece) -> FinishedTiles?
}

extension PyramidWork {
  /// `nil`, as for work of which every piece must be done.
  package func takeAhead() -> WorkPiece? { nil }

  /// False, as above.
  package var hasPieceAhead: Bool { false }

  /// Does all of it on this thread, and drops the tiles.
  package func runAlone() throws {
    while let piece = take(hasRoom: true, threads: 1) {
      try perform(piece)
      _ = finish(piece)
    }
  }
}

/// A piece of ``PyramidWork``.
package enum WorkPiece {
  /// Decode the rows of the raster before this one.
  case decode(end: Int)
  /// Confirm that the file is whole.
  case confirm
  /// Prepare a part of the raster for the thread that will decode it.
  case readAhead
  /// Render a tile of the deepest zoom of the band, by column.
  case render(Int)
  /// Fill groups of columns as far as the rows of the raster before `end` suffice.
  case fill(groups: Range<Int>, end: Int)
  case complete
}

extension Array {
  /// The first elements side by side that are ready: all of them for one thread, so that it seldom has to
  /// ask, and so few for one of several that all find some; `nil` when none is.
  func readyRun(threads: Int, _ isReady: (Element) -> Bool) -> Range<Int>? {
    guard let first = firstIndex(where: isReady) else { return nil }
    let ready = first..<(self[first...].firstIndex { !isReady($0) } ?? count)
    return threads == 1 ? ready : first..<first + Swift.max(1, ready.count / (2 * threads))
  }
}

/// Tiles of a band in the order in which they are written, with the end of the band after its last.
package struct FinishedTiles {
  package let tiles: [FinishedTile]
  package var end: BandEnd?
}

/// The end of a band, behind its tiles.
package struct BandEnd {
  /// How much of the step is done.
  let fraction: Double
  /// How far the build is where it ends a row of blocks.
  var position: BlockPosition?
}

/// Objects of a kind, each lent to one thread at a time and used again.
///
/// SAFETY: an object is reached only by the thread that took it out of the lock.
final class LendingPool<Object>: @unchecked Sendable {
  private let idle = Guarded<[Loan]>([])
  private let make: () -> Object

  private struct Loan: @unchecked Sendable {
    let object: Object
  }

  init(make: @escaping () -> Object) { self.make = make }

  /// Lends an object to `body`.
  func withObject<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    let loan = idle.withLock { $0.popLast() } ?? Loan(object: make())
    defer { idle.withLock { $0.append(loan) } }
    return try body(loan.object)
  }
}
