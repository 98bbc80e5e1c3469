import TileStorage

/// Makes every level above the deepest by picking, for each sample, the deepest level's sample
/// nearest its centre.
///
/// Four samples are equally near; the north-western one is taken. Its offset in a block of 2^n is
/// 2^(n−1) − 1: all but the last of n halvings pick the south-eastern sample of four and the last one
/// the north-western, so each level carries its south-eastern samples upward and emits the
/// north-western ones.
final class NearestCascade: OverviewCascade {
  private let levels: [CascadeLevel]
  private let tileSize: Int
  private let emit: OverviewRowSink
  /// What is emitted of each level above the deepest.
  private let emitted: [UnsafeMutablePointer<UInt32>]
  /// What is carried upward from each level above the deepest.
  private let carried: [UnsafeMutablePointer<UInt32>]

  init(levels: [CascadeLevel], tileSize: Int, emit: @escaping OverviewRowSink) {
    self.levels = levels
    self.tileSize = tileSize
    self.emit = emit
    emitted = levels.dropFirst().map { .allocate(capacity: $0.columns.count * tileSize) }
    carried = levels.dropFirst().map { .allocate(capacity: $0.columns.count * tileSize) }
  }

  deinit {
    emitted.forEach { $0.deallocate() }
    carried.forEach { $0.deallocate() }
  }

  func push(_ row: SampleRow, worldRow: Int) throws {
    let samples = UnsafeRawPointer(row.samples).assumingMemoryBound(to: UInt32.self)
    try lift(samples, row.classes, level: 0, worldRow: worldRow)
  }

  /// Saves nothing: every row is passed on at once.
  func save(to draft: CheckpointDraft) throws(TileStorageError) {}

  /// Restores nothing.
  func restore(from saved: CheckpointReader) throws(TileStorageError) {}

  /// Makes what a carried row of `level` contributes to the level above: an even row is emitted
  /// there, an odd one is carried on.
  private func lift(
    _ samples: UnsafePointer<UInt32>, _ classes: [SegmentClass], level: Int, worldRow: Int
  ) throws {
    guard level + 1 < levels.count else { return }
    let isEmitted = worldRow & 1 == 0
    let target = isEmitted ? emitted[level] : carried[level]
    let above = levels[level + 1]
    let columns = levels[level].columns
    let half = tileSize / 2
    var kinds = above.blankClasses
    for column in above.columns {
      let index = column - above.columns.lowerBound
      var parts: [SegmentClass] = []
      for part in 0...1 {
        let child = 2 * column + part
        let out = target + index * tileSize + part * half
        let position = child - columns.lowerBound
        let kind = columns.contains(child) ? classes[position] : .empty
        parts.append(kind)
        if kind == .empty {
          out.update(repeating: 0, count: half)
          continue
        }
        let source = samples + position * tileSize + (isEmitted ? 0 : 1)
        for i in 0..<half { out[i] = source[2 &* i] }
      }
      kinds[index] = parts[0] == parts[1] ? parts[0] : .mixed
    }
    let parentRow = worldRow >> 1
    if isEmitted {
      let bytes = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self)
      try emit(level + 1, SampleRow(samples: bytes, classes: kinds), parentRow)
      return
    }
    // The level above gets its carried rows in order too, with the transparent ones around them.
    if parentRow == above.rows.lowerBound {
      for row in above.rowsAbove {
        try lift(target, above.blankClasses, level: level + 1, worldRow: row)
      }
    }
    try lift(target, kinds, level: level + 1, worldRow: parentRow)
    if parentRow == above.rows.upperBound - 1 {
      for row in above.rowsBelow {
        try lift(target, above.blankClasses, level: level + 1, worldRow: row)
      }
    }
  }
}
