package import TileModel

/// The division of a step into blocks for shards; the zooms above are made of the blocks' planes.
package struct StepCut: Hashable, Sendable {
  package let step: Int
  /// Tiles of the whole step; a shard makes the blocks below some of them.
  package let roots: TileRange
  /// Zooms from roots to the deepest.
  package let level: Int
  /// Zooms from the tile of a block to the deepest, at most ``level``.
  package let blockLevel: Int
  package let isBelowOthers: Bool
}
