/// The work of making a step's tiles, in pieces that several threads do at once.
///
/// Any number of threads may call ``perform(_:)``; all other members are called by one thread at a
/// time.
package protocol PyramidWork: AnyObject {
  var isComplete: Bool { get }
  /// Takes a piece that is ready; without room, only one that makes no more tiles wait.
  func take(hasRoom: Bool, threads: Int) -> WorkPiece?
  func hasPiece(hasRoom: Bool) -> Bool
  func perform(_ piece: WorkPiece) throws
  func finish(_ piece: WorkPiece) -> FinishedTiles?
}

extension PyramidWork {
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
  /// Fraction of the step's bands before it.
  package let fraction: Double
  /// The band after it.
  package let band: Int
  /// Whether all blocks above it are complete.
  package let endsBlocks: Bool
}
