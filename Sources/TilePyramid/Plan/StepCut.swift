import TileModel

/// The division of a step into blocks for shards; the zooms above are made of the blocks' planes.
struct StepCut: Hashable, Sendable {
  let step: Int
  /// Tiles of the whole step; a shard makes the blocks below some of them.
  let roots: TileRange
  /// Zooms from roots to the deepest.
  let level: Int
  /// Zooms from the tile of a block to the deepest, at most ``level``.
  let blockLevel: Int
  let isBelowOthers: Bool
}
