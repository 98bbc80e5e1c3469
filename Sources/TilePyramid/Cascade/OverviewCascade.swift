/// Makes the rows of the levels above the deepest from the deepest level's rows.
protocol OverviewCascade: AnyObject {
  /// Takes the next row of the deepest level, from the first that the level above covers to the
  /// last: rows that the deepest level's own tiles lack are passed as transparent ones.
  func push(_ row: SampleRow, worldRow: Int) throws
}

/// Receives a finished row of a level above the deepest.
///
/// The arguments are how many levels above, the row, and its world row; the row is valid during the
/// call.
typealias OverviewRowSink = (_ level: Int, _ row: SampleRow, _ worldRow: Int) throws -> Void

extension OverviewResampling {
  /// Creates the cascade of this kind.
  ///
  /// - Parameters:
  ///   - levels: The levels, deepest first.
  ///   - tileSize: Samples along one side of a tile.
  ///   - emit: Receives the rows of each level, in order, every row of its tiles.
  /// - Returns: A cascade that waits for the first row.
  func makeCascade(
    levels: [CascadeLevel], tileSize: Int, emit: @escaping OverviewRowSink
  ) -> any OverviewCascade {
    switch self {
    case .average: AverageCascade(levels: levels, tileSize: tileSize, emit: emit)
    case .nearest: NearestCascade(levels: levels, tileSize: tileSize, emit: emit)
    case .darken: DarkenCascade(levels: levels, tileSize: tileSize, emit: emit)
    }
  }
}
