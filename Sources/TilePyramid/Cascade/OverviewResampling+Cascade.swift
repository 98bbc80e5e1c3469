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
