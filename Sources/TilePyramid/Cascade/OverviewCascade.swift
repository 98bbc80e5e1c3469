import TileStorage

/// Makes the rows of the levels above the deepest from the deepest level's rows.
protocol OverviewCascade: AnyObject {
  /// Takes the next row of the deepest level, from the first that the level above covers to the
  /// last: rows that the deepest level's own tiles lack are passed as transparent ones.
  func push(_ row: SampleRow, worldRow: Int) throws
  /// Saves what waits for further rows; the rows pushed so far complete a row of tiles.
  func save(to draft: CheckpointDraft) throws(TileStorageError)
  /// Restores what ``save(to:)`` saved, before the first row is pushed.
  func restore(from saved: CheckpointReader) throws(TileStorageError)
}

/// Receives a finished row of a level above the deepest.
///
/// The arguments are how many levels above, the row, and its world row; the row is valid during the
/// call.
typealias OverviewRowSink = (_ level: Int, _ row: SampleRow, _ worldRow: Int) throws -> Void
