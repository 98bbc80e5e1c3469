import TileModel

/// The samples of a level that a plan renders, whole tiles in world pixels.
struct WorldWindow {
  /// World columns.
  let columns: Range<Int>
  /// World rows.
  let rows: Range<Int>

  init(range: TileRange, tileSize: Int) {
    columns = range.x.lowerBound * tileSize..<range.x.upperBound * tileSize
    rows = range.y.lowerBound * tileSize..<range.y.upperBound * tileSize
  }
}
