/// The bands with finished blocks, whose upper zooms alone are made, from the planes of the blocks.
package final class RestoredBands: PyramidWork {
  private let sequence: BandSequence
  private let end: Int
  private let writesOverviews: Bool
  private var isTaken = false
  private var finished: FinishedTiles?

  /// `end` begins a row of blocks; overviews are written unless the store has them.
  package init(_ sequence: BandSequence, before end: Int, writesOverviews: Bool) {
    self.sequence = sequence
    self.end = end
    self.writesOverviews = writesOverviews
  }

  package var isComplete: Bool { sequence.band >= end && !isTaken }

  package func hasPiece(hasRoom: Bool) -> Bool { hasRoom && !isTaken && !isComplete }

  package func take(hasRoom: Bool, threads: Int) -> WorkPiece? {
    guard hasPiece(hasRoom: hasRoom) else { return nil }
    isTaken = true
    return .complete
  }

  package func perform(_ piece: WorkPiece) throws {
    finished = try sequence.restore(writesOverviews: writesOverviews)
  }

  package func finish(_ piece: WorkPiece) -> FinishedTiles? {
    isTaken = false
    defer { finished = nil }
    return finished
  }
}
