import TileModel

/// Where a step is cut between the zooms that shards make and those above, and what shards leave for these.
struct StepCut: Hashable, Sendable {
  /// The number of the step in the whole plan.
  let step: Int
  /// The zoom of the roots, as tiles of the whole step.
  let roots: TileRange
  /// How many zooms they are above the deepest.
  let level: Int
  /// The rows of samples of the zoom that the whole step makes; those of the first and the last tiles are
  /// fewer than these have.
  let rows: Range<Int>
  /// The rows that are kept together: all that a row of tiles of the deepest zoom adds, at least one.
  let rowsOfPiece: Int
  /// Samples along one side of a tile.
  let tileSize: Int

  /// The most bytes that a piece of a root takes, unpacked.
  var byteLimit: Int {
    let segment = AverageReducer.segmentBytes(tileSize: tileSize) + 8
    return max(rowsOfPiece * segment, 4 * tileSize * tileSize + 8)
  }
}
