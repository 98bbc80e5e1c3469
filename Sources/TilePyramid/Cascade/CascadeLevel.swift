import TileModel

/// The tiles of one level, as the cascades see them: in world pixels of the level.
struct CascadeLevel: Hashable, Sendable {
  /// The columns of tiles.
  let columns: Range<Int>
  /// The world rows.
  let rows: Range<Int>
  /// The world rows north of ``rows`` that the level above covers too: none, or one tile.
  let rowsAbove: Range<Int>
  /// The world rows south of ``rows`` that the level above covers too: none, or one tile.
  let rowsBelow: Range<Int>

  init(range: TileRange, tileSize: Int) {
    columns = range.x
    rows = range.y.lowerBound * tileSize..<range.y.upperBound * tileSize
    rowsAbove = (range.y.lowerBound & ~1) * tileSize..<rows.lowerBound
    rowsBelow = rows.upperBound..<((range.y.upperBound + 1) & ~1) * tileSize
  }

  /// The classes of a transparent row.
  var blankClasses: [SegmentClass] { [SegmentClass](repeating: .empty, count: columns.count) }
}
