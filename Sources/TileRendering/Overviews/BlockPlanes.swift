package import TileModel

/// A tile with all tiles below it: its level above the deepest zoom, and its column and row there.
package struct Block: Hashable {
  package var level: Int
  package var column: Int
  package var row: Int

  package var above: Block { Block(level: level + 1, column: column >> 1, row: row >> 1) }
}

/// A store of the rows that blocks carry to the zoom above.
package protocol BlockPlanes: AnyObject {
  var includesOverviews: Bool { get }
  func isKept(_ block: Block) -> Bool
  func isNeeded(_ block: Block) -> Bool
  /// Whether the earlier output has a kept tile.
  func hasEarlier(_ tile: TileCoordinate, isRetina: Bool) -> Bool
  func rows(of block: Block, part: Int, limit: Int) throws -> PackedSegments
  func note(_ rows: SegmentBytes, of block: Block, part: Int) throws
}
