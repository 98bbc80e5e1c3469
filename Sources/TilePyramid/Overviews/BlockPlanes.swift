import TileStorage

/// A tile with all tiles below it: its level above the deepest zoom, and its column and row there.
struct Block: Hashable {
  var level: Int
  var column: Int
  var row: Int

  var above: Block { Block(level: level + 1, column: column >> 1, row: row >> 1) }
}

extension PlaneAddress {
  init(step: Int, _ block: Block, part: Int) {
    self.init(step: step, level: block.level, column: block.column, part: part)
  }
}

/// A store of the rows that blocks carry to the zoom above.
protocol BlockPlanes: AnyObject {
  var includesOverviews: Bool { get }
  func isKept(_ block: Block) -> Bool
  func isNeeded(_ block: Block) -> Bool
  func rows(of block: Block, part: Int, limit: Int) throws(TileStorageError) -> PackedSegments
  func note(_ rows: SegmentBytes, of block: Block, part: Int) throws(TileStorageError)
}
