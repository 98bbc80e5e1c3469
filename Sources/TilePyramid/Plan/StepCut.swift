import TileModel

/// How a step is cut into blocks that shards make, whose zooms above are made of what they carry.
struct StepCut: Hashable, Sendable {
  /// The number of the step in the whole plan.
  let step: Int
  /// The roots, of which a shard makes the blocks below some, as tiles of the whole step.
  let roots: TileRange
  /// How many zooms roots are above the deepest.
  let level: Int
  /// How many zooms the tile of a block is above the deepest, at most ``level``.
  let blockLevel: Int
  /// Whether the step has zooms above blocks.
  let isBelowOthers: Bool
}
