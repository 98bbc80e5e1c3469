/// The tiles of a level that a picture's rows sample, by position.
struct TileLevel {
  /// The column of the first slot, not wrapped into the world.
  var firstColumn: Int
  /// The row of the first slot.
  var firstRow: Int
  /// The slots in a row.
  var columns: Int
  /// The rows of slots.
  var rows: Int
  /// The numbers of the tiles row by row; -1 where there is none.
  var numbers: [Int32]

  /// The index of a tile's slot.
  func slot(x: Int, y: Int) -> Int { (y - firstRow) * columns + x - firstColumn }
}
