import RasterSources

/// Reduces rows by exact means, kept at more than 8 bits up to the top level.
///
/// On request colours are picked by ``DarkenedBlock`` or ``ContrastBlock``.
final class AverageReducer: OverviewReducer {
  private let tiles: [TileRow]
  private let shape: ReducedLevels
  private let kernel: OverviewResampling
  private let kind: SampleKind
  /// Rows of a base tile that colours are picked from, by column and first row.
  private let base: TileRow.Rows
  private let pairs: [(even: CarriedRow, odd: CarriedRow)]
  /// The destination of the top level's rows in place of ``pairs``, by world row.
  private let carry: ((Int) -> CarriedRow)?
  private let hook: CarriedRowHook?
  private var waits: [Bool]
  private var nextRow: [Int]
  private let scratch: HalvingScratch

  static func segmentBytes(tileSize: Int) -> Int { 16 * tileSize }

  init(
    _ shape: ReducedLevels, tiles: [TileRow], kernel: OverviewResampling, light: OverviewLight,
    kind: SampleKind, base: @escaping TileRow.Rows,
    carry: ((Int) -> CarriedRow)? = nil, hook: CarriedRowHook? = nil
  ) {
    self.shape = shape
    self.base = base
    self.tiles = tiles
    self.kernel = kernel
    self.kind = kind
    self.carry = carry
    self.hook = hook
    let bytes = Self.segmentBytes(tileSize: shape.tileSize)
    pairs = shape.levels.dropFirst().map { level in
      (
        CarriedRow(columnCount: level.columns.count, segmentBytes: bytes),
        CarriedRow(columnCount: level.columns.count, segmentBytes: bytes)
      )
    }
    waits = pairs.map { _ in false }
    nextRow = (1..<max(1, shape.levels.count)).map { shape.levels[0].rows.lowerBound >> $0 }
    scratch = HalvingScratch(tileSize: shape.tileSize, light: light)
  }

  deinit {
    for pair in pairs {
      pair.even.deallocate()
      pair.odd.deallocate()
    }
  }

  func push(_ upper: UnsafePointer<Segment>, _ lower: UnsafePointer<Segment>, row: Int) {
    guard shape.levels.count > 1 else { return }
    make(level: 1, row: row) { child in
      child.map { (upper[$0], lower[$0]) } ?? (Segment.empty, Segment.empty)
    }
  }

  func push(_ upper: CarriedRow, _ lower: CarriedRow, row: Int) {
    guard shape.levels.count > 1 else { return }
    make(level: 1, row: row, upper, lower)
  }

  func finish() {
    for level in 1..<max(1, shape.levels.count) {
      let tileSize = shape.tileSize
      let blockEnd = (nextRow[level - 1] + DarkenedBlock.side - 1) & ~(DarkenedBlock.side - 1)
      if kernel.picksColors, blockEnd > nextRow[level - 1] {
        // The rest of a block is transparent.
        for row in nextRow[level - 1]..<blockEnd {
          for column in 0..<shape.levels[level].columns.count {
            tiles[level - 1].setFlat(0, column, row: row % tileSize)
          }
        }
        pickColors(level: level, lastRow: blockEnd - 1)
      }
      if waits[level - 1], level + 1 < shape.levels.count {
        pairs[level - 1].odd.clear()
        make(
          level: level + 1, row: (nextRow[level - 1] - 1) >> 1, pairs[level - 1].even,
          pairs[level - 1].odd)
      }
      waits[level - 1] = false
    }
  }

  private func make(level: Int, row: Int, _ upper: CarriedRow, _ lower: CarriedRow) {
    make(level: level, row: row) { child in
      child.map { (upper[$0], lower[$0]) } ?? (CarriedSegment.empty, CarriedSegment.empty)
    }
  }

  private func make<Child: HalvedSegment>(
    level: Int, row: Int, child: (Int?) -> (upper: Child, lower: Child)
  ) {
    let pair = pairs[level - 1]
    let isTop = level == shape.levels.count - 1
    let target = isTop ? carry?(row) ?? pair.even : row & 1 == 0 ? pair.even : pair.odd
    for (index, column) in shape.levels[level].columns.enumerated() {
      halve(
        child(shape.child(of: column, part: 0, level: level)),
        child(shape.child(of: column, part: 1, level: level)), level: level, column: index,
        row: row, into: target)
    }
    hook?(level, row, target)
    nextRow[level - 1] = row + 1
    if kernel.picksColors, (row + 1) % DarkenedBlock.side == 0 {
      pickColors(level: level, lastRow: row)
    }
    waits[level - 1] = row & 1 == 0
    guard !isTop, row & 1 == 1 else { return }
    make(level: level + 1, row: row >> 1, pair.even, pair.odd)
  }

  private func halve<Child: HalvedSegment>(
    _ west: (upper: Child, lower: Child), _ east: (upper: Child, lower: Child), level: Int,
    column: Int, row: Int, into target: CarriedRow
  ) {
    let kind = west.upper.kind
    let kinds = (west.lower.kind, east.upper.kind, east.lower.kind)
    let rowInTile = row % shape.tileSize
    if kind == kinds.0, kind == kinds.1, kind == kinds.2 {
      switch kind {
      case .empty:
        target.setEmpty(column)
        return tiles[level - 1].setFlat(0, column, row: rowInTile)
      case .flat(let value):
        target.setFlat(value, column)
        return tiles[level - 1].setFlat(value, column, row: rowInTile)
      case .opaque, .mixed: break
      }
    }
    let isOpaque = kind.isOpaque && kinds.0.isOpaque && kinds.1.isOpaque && kinds.2.isOpaque
    let samples = tiles[level - 1].samples(column, row: rowInTile)
    let half = shape.tileSize / 2
    let worldColumn = (shape.levels[level].columns.lowerBound + column) * shape.tileSize
    for part in 0...1 {
      let (upper, lower) = part == 0 ? west : east
      let start = part * half
      func results<Fine>(_ fine: UnsafeMutablePointer<Fine>) -> HalvedSamples<Fine> {
        HalvedSamples(
          count: half, column: worldColumn + start, row: row, fine: fine, samples: samples + start)
      }
      if self.kind == .heights {
        let fine = target.setMixed(column).assumingMemoryBound(to: HeightSum.self) + start
        Child.halveHeights(upper, lower, results(fine), scratch: scratch)
      } else if isOpaque {
        let fine = target.setOpaque(column).assumingMemoryBound(to: UInt64.self) + start
        Child.halveOpaque(upper, lower, results(fine), scratch: scratch)
      } else {
        let fine = target.setMixed(column).assumingMemoryBound(to: Int32.self) + 4 * start
        if upper.kind == .empty, lower.kind == .empty {
          fine.update(repeating: 0, count: 4 * half)
          (samples + start).update(repeating: 0, count: half)
        } else {
          Child.halveMixed(upper, lower, results(fine), scratch: scratch)
        }
      }
    }
  }
}

extension AverageReducer {
  /// Replaces the means of blocks up to `lastRow` by colours picked from the level below.
  private func pickColors(level: Int, lastRow: Int) {
    let side = DarkenedBlock.side
    let tileSize = shape.tileSize
    let top = (lastRow + 1 - side) % tileSize
    let below = level == 1 ? base : tiles[level - 2].rows
    let childTop = 2 * (lastRow + 1 - side) % tileSize
    for (index, column) in shape.levels[level].columns.enumerated()
    where tiles[level - 1].flatValue(index) == nil {
      let means = tiles[level - 1].samples(index, row: top)
      for x in stride(from: 0, to: tileSize, by: side) {
        let part = 2 * x / tileSize
        let child = shape.child(of: column, part: part, level: level)
        let children = child.map { child in
          let rows = below(child, childTop)
          return (first: rows.first + (2 * x) % tileSize, stride: rows.stride)
        }
        if kernel == .darken {
          DarkenedBlock(means: means + x, stride: tileSize, children: children).pick()
        } else if let children {
          ContrastBlock(means: means + x, stride: tileSize, children: children).sharpen()
        }
      }
    }
  }
}
