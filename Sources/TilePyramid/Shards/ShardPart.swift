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

extension RenderStep {
  /// Where a step is cut between the zooms that shards make and those above, and what shards leave for these.
  struct Cut: Hashable, Sendable {
    /// The number of the step in the whole plan.
    let step: Int
    /// The zoom of the roots, as tiles of the whole step.
    let roots: TileRange
    /// How many zooms they are above the deepest.
    let level: Int
    /// The rows of samples of the zoom that the whole step makes; those of the first and the last tiles are
    /// fewer than these have.
    let rows: Range<Int>
    /// The rows that are kept together: all that a row of tiles of the deepest zoom adds, at least one.
    let rowsOfPiece: Int
    /// Samples along one side of a tile.
    let tileSize: Int

    /// The most bytes that a piece of a root takes, unpacked.
    var byteLimit: Int {
      let segment = AverageReducer.segmentBytes(tileSize: tileSize) + 8
      return max(rowsOfPiece * segment, 4 * tileSize * tileSize + 8)
    }
  }

  /// The fewest zooms above the deepest that a root is: groups of columns make one, and another level carries
  /// what they made.
  static let leastCutLevel = 2

  /// Where the step is cut at a zoom or as near as it can be.
  ///
  /// - Parameters:
  ///   - zoom: The zoom.
  ///   - number: The number of the step in the plan.
  /// - Returns: The cut.
  func cut(atZoom zoom: Int, number: Int) -> Cut {
    let shallowest = levels[0].zoom
    let highest = max(shallowest, deepest.zoom - Self.leastCutLevel)
    let zoom = min(max(zoom, shallowest), highest)
    let level = deepest.zoom - zoom
    let side = options.tileSize.rawValue
    let rows = deepest.range.y.lowerBound * side..<deepest.range.y.upperBound * side
    return Cut(
      step: number, roots: levels[zoom - shallowest].range, level: level,
      rows: rows.lowerBound >> level..<(rows.upperBound - 1) >> level + 1,
      rowsOfPiece: max(1, side >> level), tileSize: side)
  }
}
