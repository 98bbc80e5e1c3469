import RasterSources
import TileModel
import TileStorage

/// The zooms of a step above a cut, made of what the roots of shards carried: a row of roots at a time.
final class UpperBands: PyramidWork {
  /// Where pieces are found.
  typealias Pieces = (CarriedPiece.Address) throws(TileStorageError) -> PackedSegments

  private let step: RenderStep
  private let cut: StepCut
  private let pieces: Pieces
  private let tileSize: Int
  /// The zooms of the levels above the roots, the deepest first.
  private let zooms: [PyramidLevel]
  private let upperRows: [TileRow]
  /// The roots, from which overviews are darkened; they have no samples for other kernels.
  private let roots: TileRow
  private let reducer: any OverviewReducer
  private let rows: (even: CarriedRow, odd: CarriedRow)
  private var nextRow: Int
  private var isTaken = false
  private var finished: FinishedTiles?
  private(set) var isComplete = false

  init(
    _ step: RenderStep, above cut: StepCut, pool: TileBufferPool, pieces: @escaping Pieces
  ) {
    self.step = step
    self.cut = cut
    self.pieces = pieces
    let tileSize = step.metatileSide
    self.tileSize = tileSize
    zooms = step.levels.reversed()
    let levels =
      [LevelExtent(range: cut.roots, tileSize: tileSize)]
      + zooms.map { LevelExtent(range: $0.range, tileSize: tileSize) }
    upperRows = levels.dropFirst().map {
      TileRow(columns: $0.columns, tileSize: tileSize, pool: pool)
    }
    let roots = TileRow(columns: cut.roots.x, tileSize: tileSize, pool: pool)
    self.roots = roots
    let kernel = step.options.overviewResampling
    reducer = kernel.makeReducer(
      ReducedLevels(levels: levels, tileSize: tileSize), tiles: upperRows,
      light: step.options.overviewLight, kind: step.options.sampleKind, base: roots.rows,
      carry: nil, hook: nil)
    let bytes = kernel.segmentBytes(tileSize: tileSize)
    func row() -> CarriedRow {
      CarriedRow(columnCount: cut.roots.x.count, segmentBytes: bytes)
    }
    rows = (row(), row())
    nextRow = cut.rows.lowerBound & ~1
  }

  deinit {
    rows.even.deallocate()
    rows.odd.deallocate()
  }

  func hasPiece(hasRoom: Bool) -> Bool { hasRoom && !isTaken && !isComplete }

  func take(hasRoom: Bool, threads: Int) -> WorkPiece? {
    guard hasPiece(hasRoom: hasRoom) else { return nil }
    isTaken = true
    return .complete
  }

  func perform(_ piece: WorkPiece) throws { finished = try complete() }

  func finish(_ piece: WorkPiece) -> FinishedTiles? {
    isTaken = false
    isComplete = nextRow >= cut.rows.upperBound
    defer { finished = nil }
    return finished
  }

  /// Makes what a row of roots adds to the levels above.
  private func complete() throws -> FinishedTiles {
    let y = nextRow / tileSize
    let end = min((y + 1) * tileSize, cut.rows.upperBound)
    let isLast = end == cut.rows.upperBound
    if step.options.overviewResampling.picksColors { try readRoots(y) }
    var sources: [PackedSegments] = []
    while nextRow < end {
      for row in [nextRow, nextRow + 1] {
        let target = row & 1 == 0 ? rows.even : rows.odd
        guard cut.rows.contains(row) else {
          target.clear()
          continue
        }
        if sources.isEmpty || row % cut.rowsOfPiece == 0 {
          sources = try cut.roots.x.map { column throws(TileStorageError) in
            try pieces(
              CarriedPiece.Address(
                step: cut.step, kind: .rows, part: row / cut.rowsOfPiece, column: column))
          }
        }
        for (column, source) in sources.enumerated() {
          try target.columns(column..<column + 1).restore(from: source)
        }
      }
      reducer.push(rows.even, rows.odd, row: nextRow >> 1)
      nextRow += 2
    }
    if isLast { reducer.finish() }
    if step.options.overviewResampling.picksColors { _ = roots.complete() }
    var tiles: [FinishedTile] = []
    for (index, row) in upperRows.enumerated() {
      guard isLast || (y + 1) % (2 << index) == 0 else { continue }
      for (x, tile) in zip(row.columns, row.complete()) {
        let made = step.placed(
          tile, zoom: zooms[index].zoom, column: x, row: y >> (index + 1))
        if let made { tiles.append(made) }
      }
    }
    return FinishedTiles(
      tiles: tiles,
      end: BandEnd(
        fraction: Double(end - cut.rows.lowerBound) / Double(cut.rows.count), draft: nil))
  }

  /// Reads the samples of a row of roots.
  private func readRoots(_ y: Int) throws(TileStorageError) {
    for (index, column) in cut.roots.x.enumerated() {
      let source = try pieces(
        CarriedPiece.Address(step: cut.step, kind: .samples, part: y, column: column))
      let value = try source.readInteger()
      if value >= 0 {
        guard let value = UInt32(exactly: value) else { throw source.damage("a strange colour") }
        roots.set(.uniform(value), index)
      } else {
        let first = roots.samples(index, row: 0)
        try source.read(
          into: UnsafeMutableRawBufferPointer(start: first, count: 4 * tileSize * tileSize))
      }
    }
  }
}
