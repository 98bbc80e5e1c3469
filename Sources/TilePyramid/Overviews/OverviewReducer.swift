import TileModel

/// Sees a row of a level, with its world row, when it is complete and before the level above takes it; it may
/// put other samples into it.
typealias CarriedRowHook = (_ level: Int, _ row: Int, _ carried: CarriedRow) -> Void

/// Reduces the rows of one level, the base, to those of every level above it, in some columns of tiles.
///
/// Columns that begin and end where a tile of the top level does are independent of all others: any
/// number of reducers side by side make the samples that one for all columns makes. What a level above
/// the top needs of them is carried: a reducer of further levels has that as its base.
protocol OverviewReducer: AnyObject {
  /// Takes two rows of samples of the base, an even world row and the next, by column of tiles.
  func push(_ upper: UnsafePointer<Segment>, _ lower: UnsafePointer<Segment>, row: Int)
  /// Takes two rows that another reducer carried from the base.
  func push(_ upper: CarriedRow, _ lower: CarriedRow, row: Int)
  /// Ends the levels after the last row: what is south of it is transparent.
  func finish()
}

/// Levels of a pyramid and columns of them that a reducer makes.
struct ReducedLevels {
  /// The levels, the base first.
  let levels: [LevelExtent]
  /// Samples along one side of a tile.
  let tileSize: Int

  /// Finds the column of tiles below one half of a column.
  func child(of column: Int, part: Int, level: Int) -> Int? {
    let columns = levels[level - 1].columns
    let child = 2 * column + part
    return columns.contains(child) ? child - columns.lowerBound : nil
  }
}

/// The tiles that a level has: columns of tiles, and world rows of samples.
struct LevelExtent: Hashable, Sendable {
  let columns: Range<Int>
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
