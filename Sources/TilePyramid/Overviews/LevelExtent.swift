import TileModel

/// The tiles that a level has: columns of tiles, and world rows of samples.
struct LevelExtent: Hashable, Sendable {
  /// The columns of tiles.
  let columns: Range<Int>
  /// The world rows.
  let rows: Range<Int>

  init(range: TileRange, tileSize: Int) {
    columns = range.x
    rows = range.y.lowerBound * tileSize..<range.y.upperBound * tileSize
  }

  private init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The tiles of the level in some columns.
  func restricted(to columns: Range<Int>) -> LevelExtent {
    LevelExtent(columns: self.columns.clamped(to: columns), rows: rows)
  }
}
