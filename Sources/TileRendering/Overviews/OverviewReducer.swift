import TileModel

/// Called with each complete row of a level before the level above takes it; may replace its
/// samples.
typealias CarriedRowHook = (_ level: Int, _ row: Int, _ carried: CarriedRow) -> Void

/// Reduces the rows of a base level to every level above it, in a range of columns of tiles.
///
/// Column ranges that begin and end with a tile of the top level are independent. Reducers side by
/// side make the samples of one for all columns. A further reducer takes the carried rows as its
/// base.
protocol OverviewReducer: AnyObject {
  /// Takes rows of base samples, an even world row and the next, by column of tiles.
  func push(_ upper: UnsafePointer<Segment>, _ lower: UnsafePointer<Segment>, row: Int)
  /// Takes rows that another reducer carried from the base.
  func push(_ upper: CarriedRow, _ lower: CarriedRow, row: Int)
  /// Ends the levels; everything south of the last row is transparent.
  func finish()
}

/// The levels and columns of a reducer.
struct ReducedLevels {
  /// The base first.
  let levels: [LevelExtent]
  let tileSize: Int

  func child(of column: Int, part: Int, level: Int) -> Int? {
    let columns = levels[level - 1].columns
    let child = 2 * column + part
    return columns.contains(child) ? child - columns.lowerBound : nil
  }
}

/// The extent of a level: columns of tiles, and world rows of samples.
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

  func restricted(to columns: Range<Int>) -> LevelExtent {
    LevelExtent(columns: self.columns.clamped(to: columns), rows: rows)
  }
}
