import RasterSources
import TileModel
import TileStorage

/// Takes the rows of the deepest level, makes those of all others, cuts them into tiles and submits
/// the tiles.
final class LevelStack {
  private let step: RenderStep
  private let pipeline: TilePipeline
  private let tileSize: Int
  /// The levels, deepest first.
  private let levels: [PyramidLevel]
  private let deepest: CascadeLevel
  private var assemblers: [TileRowAssembler]
  private var cascade: (any OverviewCascade)?
  private let checkpoints: CheckpointSchedule?
  /// Tells from where the image must be read to resume from a row of the deepest level.
  var sourceAccess: (_ worldRow: Int) -> RowAccess? = { _ in nil }
  /// From where the image must be read after a checkpoint; `nil` for its first row.
  private(set) var resumedAccess: RowAccess?
  /// The world row of the deepest level that comes next.
  private(set) var nextRow: Int

  init(
    step: RenderStep, pool: TileBufferPool, pipeline: TilePipeline,
    checkpoints: CheckpointSchedule? = nil
  ) {
    self.step = step
    self.pipeline = pipeline
    self.checkpoints = checkpoints
    let tileSize = step.options.tileSize.rawValue
    self.tileSize = tileSize
    levels = step.levels.reversed()
    let cascadeLevels = levels.map { CascadeLevel(range: $0.range, tileSize: tileSize) }
    deepest = cascadeLevels[0]
    nextRow = deepest.rows.lowerBound
    assemblers = levels.map {
      TileRowAssembler(columnCount: $0.range.x.count, tileSize: tileSize, pool: pool)
    }
    cascade = step.options.overviewResampling.makeCascade(
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
    let blank = SampleRow(samples: row.samples, classes: deepest.blankClasses)
    if worldRow == deepest.rows.lowerBound {
      for above in deepest.rowsAbove { try cascade?.push(blank, worldRow: above) }
    }
    try cascade?.push(row, worldRow: worldRow)
    if worldRow == deepest.rows.upperBound - 1 {
      for below in deepest.rowsBelow { try cascade?.push(blank, worldRow: below) }
    }
    nextRow = worldRow + 1
    if nextRow % tileSize == 0 {
      let done = nextRow - deepest.rows.lowerBound
      let fraction = Double(done) / Double(deepest.rows.count)
      let draft = try checkpoints?.beginIfDue(fraction: fraction) {
        draft throws(TileStorageError) in try save(to: draft)
      }
      try pipeline.submitCheckpoint(fraction: fraction, draft: draft)
    }
  }

  /// Whether every row of the deepest level was taken.
  var isComplete: Bool { nextRow == deepest.rows.upperBound }

  /// Makes a checkpoint after the last row, when all tiles are written.
  func saveEnd() throws(TileStorageError) {
    try checkpoints?.finish { draft throws(TileStorageError) in try save(to: draft) }
  }

  /// A section of checkpoints, with how it is saved between two rows of tiles and restored before the
  /// first row, by a stack of the same plan.
  private struct Section: Sendable {
    let name: CheckpointSection
    let save: @Sendable (LevelStack, CheckpointDraft) throws(TileStorageError) -> Void
    let restore: @Sendable (LevelStack, CheckpointReader) throws(TileStorageError) -> Void
  }

  /// The names of all sections.
  static var sections: [CheckpointSection] { savedSections.map(\.name) }

  /// Everything that a checkpoint keeps of the levels.
  private static let savedSections = [
    Section(
      name: CheckpointSection("ROWS", version: 1),
      save: { stack, draft throws(TileStorageError) in try draft.append(stack.nextRow) },
      restore: { stack, reader throws(TileStorageError) in
        let (row, rows) = (try reader.readInteger(), stack.deepest.rows)
        guard row % stack.tileSize == 0, (rows.lowerBound...rows.upperBound) ~= row else {
          throw reader.damage("it resumes from row \(row)")
        }
        stack.nextRow = row
      }),
    Section(
      name: CheckpointSection("TILE", version: 1),
      save: { stack, draft throws(TileStorageError) in
        for assembler in stack.assemblers { try assembler.save(to: draft) }
      },
      restore: { stack, reader throws(TileStorageError) in
        for index in stack.assemblers.indices { try stack.assemblers[index].restore(from: reader) }
      }),
    Section(
      name: CheckpointSection("OVER", version: 1),
      save: { stack, draft throws(TileStorageError) in try stack.cascade?.save(to: draft) },
      restore: { stack, reader throws(TileStorageError) in
        try stack.cascade?.restore(from: reader)
      }),
    Section(
      name: CheckpointSection("READ", version: 1),
      save: { stack, draft throws(TileStorageError) in
        let access = stack.sourceAccess(stack.nextRow)
        try draft.append(access?.row ?? -1)
        guard let access else { return }
        try draft.append(access.bytes.count)
        try draft.append(access.bytes)
      },
      restore: { stack, reader throws(TileStorageError) in
        let row = try reader.readInteger()
        if row < 0 { return }
        let count = try reader.readInteger()
        guard (0...1 << 32).contains(count) else {
          throw reader.damage("it resumes from an impossible position in the image")
        }
        stack.resumedAccess = RowAccess(row: row, bytes: try reader.readBytes(count: count))
      }),
  ]

  private func save(to draft: CheckpointDraft) throws(TileStorageError) {
    for section in Self.savedSections {
      draft.begin(section.name)
      try section.save(self, draft)
    }
  }

  /// Returns to a checkpoint of the same plan; before the first row.
  func restore(from checkpoint: Checkpoint) throws(TileStorageError) {
    for section in Self.savedSections {
      try section.restore(self, try checkpoint.section(section.name))
    }
  }

  /// Submits one finished tile, unless it is empty and empty tiles are left out.
  func submit(_ tile: RenderedTile, level: Int, x: Int, y: Int) throws {
    if case .uniform(0) = tile, !step.options.keepsEmptyTiles { return }
    let zoom = levels[level].zoom
    guard let coordinate = step.gridShift.address(zoom: zoom, column: x, row: y) else { return }
    if step.gridShift.exchangesHalves(atZoom: zoom), case .samples(let buffer) = tile {
      buffer.exchangeHalves(tileSize: tileSize)
    }
    try pipeline.submit(tile, at: coordinate)
  }

  private func cut(_ row: SampleRow, level: Int, worldRow: Int) throws {
    let range = levels[level].range
    try assemblers[level].append(row) { column, tile in
      try submit(tile, level: level, x: range.x.lowerBound + column, y: worldRow / tileSize)
    }
  }
}
