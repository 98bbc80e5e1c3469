public import TileModel

/// Tiles side by side, the roots, and all tiles of a step of a plan below them: what a shard of a build
/// makes, or a part of that.
public struct ShardPart: Hashable, Sendable {
  /// The number of the step in the plan.
  public var step: Int
  /// The roots, in the plan's own columns; see ``PyramidPlan/address(zoom:column:row:)``.
  public var roots: TileRange

  /// Puts the parts together.
  public init(step: Int, roots: TileRange) {
    self.step = step
    self.roots = roots
  }
}

/// What one of the processes that make a pyramid together makes.
public struct PyramidShard: Hashable, Sendable {
  /// What it makes.
  public var parts: [ShardPart]
  /// The tiles of the deepest zoom of its steps that show something of the image, or may.
  public var tileCount: Int
  /// The fraction of all work that it is estimated to be, `0...1`.
  public var cost: Double
  /// The floor of a building; `nil` for an image.
  public var floor: String?
  /// A hash of everything that its file depends on: a file of the same is the same shard, in any job.
  public var key = ""
}
