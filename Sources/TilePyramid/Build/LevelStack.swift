import TileModel

/// Takes the rows of the deepest level, makes those of all others, cuts them into tiles and submits
/// the tiles.
final class LevelStack {
  private let plan: PyramidPlan
  private let pipeline: TilePipeline
  private let tileSize: Int
  /// The levels, deepest first.
  private let levels: [PyramidPlan.Level]
  private let ground: CascadeLevel
  private var assemblers: [TileRowAssembler]
  private var cascade: (any OverviewCascade)?

  init(plan: PyramidPlan, pool: TileBufferPool, pipeline: TilePipeline) {
    self.plan = plan
    self.pipeline = pipeline
    let tileSize = plan.options.tileSize.rawValue
    self.tileSize = tileSize
    levels = plan.levels.reversed()
    let cascadeLevels = levels.map { CascadeLevel(range: $0.range, tileSize: tileSize) }
    ground = cascadeLevels[0]
    assemblers = levels.map {
      TileRowAssembler(columnCount: $0.range.x.count, tileSize: tileSize, pool: pool)
    }
    cascade = plan.options.overviewResampling.makeCascade(
      levels: cascadeLevels, tileSize: tileSize
    ) { [unowned self] level, row, worldRow in
      try cut(row, level: level, worldRow: worldRow)
    }
  }

  /// Takes the next row of the deepest level.
  func push(_ row: SampleRow, worldRow: Int) throws {
    try cut(row, level: 0, worldRow: worldRow)
    try pushAbove(row, worldRow: worldRow)
  }

  /// Takes the next row of the deepest level for the levels above only.
  func pushAbove(_ row: SampleRow, worldRow: Int) throws {
    let blank = SampleRow(samples: row.samples, classes: ground.blankClasses)
    if worldRow == ground.rows.lowerBound {
      for above in ground.rowsAbove { try cascade?.push(blank, worldRow: above) }
    }
    try cascade?.push(row, worldRow: worldRow)
    if worldRow == ground.rows.upperBound - 1 {
      for below in ground.rowsBelow { try cascade?.push(blank, worldRow: below) }
    }
    if (worldRow + 1) % tileSize == 0 {
      let done = worldRow + 1 - ground.rows.lowerBound
      try pipeline.submitCheckpoint(fraction: Double(done) / Double(ground.rows.count))
    }
  }

  /// Submits one finished tile, unless it is empty and empty tiles are left out.
  func submit(_ tile: RenderedTile, level: Int, x: Int, y: Int) throws {
    if case .uniform(0) = tile, !plan.options.keepsEmptyTiles { return }
    guard let coordinate = TileCoordinate(zoom: levels[level].zoom, x: x, y: y) else { return }
    try pipeline.submit(tile, at: coordinate)
  }

  private func cut(_ row: SampleRow, level: Int, worldRow: Int) throws {
    let range = levels[level].range
    try assemblers[level].append(row) { column, tile in
      try submit(tile, level: level, x: range.x.lowerBound + column, y: worldRow / tileSize)
    }
  }
}
