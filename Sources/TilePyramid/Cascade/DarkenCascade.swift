import TileStorage

/// Makes every level above the deepest by picking, for each sample, the colour of one of four
/// children, darker ones first, so that thin dark lines on a light background stay visible.
///
/// The darkest child always would turn hatching and text black within a few levels. So samples are
/// made in blocks: where the darkest picks darken the block's exact mean by no more than
/// ``DarkenedBlock/allowance`` they stand; elsewhere the picks follow the exact mean, darkened by as
/// much. Alpha is the exact average; a colour is always some deepest sample's.
final class DarkenCascade: OverviewCascade {
  private let levels: [CascadeLevel]
  private let tileSize: Int
  private let emit: OverviewRowSink
  private var averages: AverageCascade?
  /// The rows that wait, for each level above the deepest.
  private var waiting: [Waiting]

  /// A row kept for later; no samples when all of it is transparent.
  private struct BufferedRow {
    let samples: UnsafeMutablePointer<UInt32>?
    let classes: [SegmentClass]
  }

  /// The rows of one level, and of the level below it, that wait for a block to be complete.
  private struct Waiting {
    var children: [BufferedRow] = []
    var means: [BufferedRow] = []
    var free: [UnsafeMutablePointer<UInt32>] = []
    var freeChildren: [UnsafeMutablePointer<UInt32>] = []
  }

  init(levels: [CascadeLevel], tileSize: Int, emit: @escaping OverviewRowSink) {
    self.levels = levels
    self.tileSize = tileSize
    self.emit = emit
    waiting = levels.dropFirst().map { _ in Waiting() }
    averages = AverageCascade(levels: levels, tileSize: tileSize) { [unowned self] level, row, _ in
      waiting[level - 1].means.append(keep(row, free: &waiting[level - 1].free))
    }
  }

  deinit {
    for level in waiting {
      (level.free + level.freeChildren).forEach { $0.deallocate() }
      (level.children + level.means).forEach { $0.samples?.deallocate() }
    }
  }

  func push(_ row: SampleRow, worldRow: Int) throws {
    guard levels.count > 1 else { return }
    try averages?.push(row, worldRow: worldRow)
    try takeChild(row, level: 1, worldRow: worldRow)
  }

  /// Takes a row of the level below `level`, and makes what it completes.
  private func takeChild(_ row: SampleRow, level: Int, worldRow: Int) throws {
    waiting[level - 1].children.append(keep(row, free: &waiting[level - 1].freeChildren))
    let side = DarkenedBlock.side
    guard waiting[level - 1].children.count == 2 * side else { return }
    let children = waiting[level - 1].children
    let means = Array(waiting[level - 1].means.prefix(side))
    waiting[level - 1].children.removeAll()
    waiting[level - 1].means.removeFirst(side)
    pick(children: children, means: means, level: level)
    for (index, mean) in means.enumerated() {
      let result = SampleRow(
        samples: UnsafeMutableRawPointer(mean.samples ?? blank(for: level))
          .assumingMemoryBound(to: UInt8.self), classes: mean.classes)
      try publish(result, level: level, worldRow: (worldRow >> 1) - (side - 1) + index)
    }
    waiting[level - 1].free += means.compactMap(\.samples)
    waiting[level - 1].freeChildren += children.compactMap(\.samples)
  }

  /// Emits a finished row and passes it on, with the transparent rows around the level's own.
  private func publish(_ row: SampleRow, level: Int, worldRow: Int) throws {
    try emit(level, row, worldRow)
    guard level + 1 < levels.count else { return }
    let own = levels[level]
    let blank = SampleRow(samples: row.samples, classes: own.blankClasses)
    if worldRow == own.rows.lowerBound {
      for above in own.rowsAbove { try takeChild(blank, level: level + 1, worldRow: above) }
    }
    try takeChild(row, level: level + 1, worldRow: worldRow)
    if worldRow == own.rows.upperBound - 1 {
      for below in own.rowsBelow { try takeChild(blank, level: level + 1, worldRow: below) }
    }
  }

  /// Replaces the means of 16 rows by picked colours, block by block.
  private func pick(children: [BufferedRow], means: [BufferedRow], level: Int) {
    let side = DarkenedBlock.side
    let childColumns = levels[level - 1].columns
    let childWidth = childColumns.count * tileSize
    let west = 2 * levels[level].columns.lowerBound - childColumns.lowerBound
    for x in stride(from: 0, to: levels[level].columns.count * tileSize, by: side) {
      let column = x / tileSize
      let block = DarkenedBlock(
        means: means.map { row in
          row.classes[column] == .empty ? nil : row.samples.map { $0 + x }
        },
        children: children.map { row in
          let position = west * tileSize + 2 * x
          guard position >= 0, position < childWidth,
            row.classes[position / tileSize] != .empty
          else { return nil }
          return row.samples.map { UnsafePointer($0 + position) }
        })
      block.pick()
    }
  }

  private func blank(for level: Int) -> UnsafeMutablePointer<UInt32> {
    if let spare = waiting[level - 1].free.last { return spare }
    let row = UnsafeMutablePointer<UInt32>.allocate(
      capacity: levels[level].columns.count * tileSize)
    waiting[level - 1].free.append(row)
    return row
  }

  private func keep(
    _ row: SampleRow, free: inout [UnsafeMutablePointer<UInt32>]
  ) -> BufferedRow {
    guard row.classes.contains(where: { $0 != .empty }) else {
      return BufferedRow(samples: nil, classes: row.classes)
    }
    let target = free.popLast() ?? .allocate(capacity: row.classes.count * tileSize)
    let samples = UnsafeRawPointer(row.samples).assumingMemoryBound(to: UInt32.self)
    for (column, kind) in row.classes.enumerated() where kind != .empty {
      (target + column * tileSize).update(from: samples + column * tileSize, count: tileSize)
    }
    return BufferedRow(samples: target, classes: row.classes)
  }
}

extension DarkenCascade {
  func save(to draft: CheckpointDraft) throws(TileStorageError) {
    try averages?.save(to: draft)
    for level in waiting {
      for rows in [level.children, level.means] {
        try draft.append(rows.count)
        for row in rows { try save(row, to: draft) }
      }
    }
  }

  func restore(from saved: CheckpointReader) throws(TileStorageError) {
    try averages?.restore(from: saved)
    for level in waiting.indices {
      waiting[level].children = try restoreRows(of: level, from: saved)
      waiting[level].means = try restoreRows(of: level + 1, from: saved)
    }
  }

  private func save(_ row: BufferedRow, to draft: CheckpointDraft) throws(TileStorageError) {
    try draft.append(row.classes)
    guard let samples = row.samples else { return }
    for (column, kind) in row.classes.enumerated() where kind != .empty {
      try draft.append(
        UnsafeRawBufferPointer(start: samples + column * tileSize, count: 4 * tileSize))
    }
  }

  /// Reads the rows of a level that wait.
  private func restoreRows(
    of level: Int, from saved: CheckpointReader
  ) throws(TileStorageError) -> [BufferedRow] {
    let count = try saved.readInteger()
    guard (0..<8 * DarkenedBlock.side).contains(count) else {
      throw saved.damage("it holds \(count) rows that wait")
    }
    var rows: [BufferedRow] = []
    for _ in 0..<count {
      let classes = try saved.readClasses(count: levels[level].columns.count)
      let isEmpty = classes.allSatisfy { $0 == .empty }
      let row = BufferedRow(
        samples: isEmpty ? nil : .allocate(capacity: classes.count * tileSize), classes: classes)
      rows.append(row)
      guard let samples = row.samples else { continue }
      for (column, kind) in classes.enumerated() where kind != .empty {
        try saved.read(
          into: UnsafeMutableRawBufferPointer(
            start: samples + column * tileSize, count: 4 * tileSize))
      }
    }
    return rows
  }
}
