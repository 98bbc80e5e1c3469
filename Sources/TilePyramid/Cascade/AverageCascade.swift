import TileStorage

/// Makes the rows of every level above the deepest as the exact mean of the deepest level's samples.
///
/// Two rows of a level make one of the level above, and what has been averaged is kept at more than
/// 8 bits until the top. Only two rows a level are ever held.
final class AverageCascade: OverviewCascade {
  private let tileSize: Int
  private let levels: [CascadeLevel]
  private let emit: OverviewRowSink
  /// The even row of the deepest level that waits for the odd one.
  private let upperRow: UnsafeMutablePointer<UInt8>
  private var upperClasses: [SegmentClass] = []
  /// The rows of the levels above the deepest.
  private let pairs: [RowPair]
  /// Segments converted to the premultiplied form, one for each row of a pair.
  private let scratch: [UnsafeMutablePointer<Int32>]
  /// A transparent segment, read in place of those whose bytes were never written.
  private let blank: UnsafeMutablePointer<Int32>

  /// Two rows of one level: the even one in slot 0, the odd one in slot 1.
  private final class RowPair {
    let opaque: [UnsafeMutablePointer<UInt64>]
    let mixed: [UnsafeMutablePointer<Int32>]
    /// The row made last, as 8-bit samples.
    let samples: UnsafeMutablePointer<UInt32>
    var classes: [[SegmentClass]]
    /// Whether the even row waits for the odd one.
    var holdsEvenRow = false

    init(columnCount: Int, tileSize: Int) {
      let width = columnCount * tileSize
      opaque = (0..<2).map { _ in .allocate(capacity: width) }
      mixed = (0..<2).map { _ in .allocate(capacity: 4 * width) }
      samples = .allocate(capacity: width)
      classes = [[SegmentClass]](
        repeating: [SegmentClass](repeating: .empty, count: columnCount), count: 2)
    }

    deinit {
      opaque.forEach { $0.deallocate() }
      mixed.forEach { $0.deallocate() }
      samples.deallocate()
    }
  }

  init(levels: [CascadeLevel], tileSize: Int, emit: @escaping OverviewRowSink) {
    self.levels = levels
    self.tileSize = tileSize
    self.emit = emit
    upperRow = .allocate(capacity: 4 * (levels.first?.columns.count ?? 0) * tileSize)
    pairs = levels.dropFirst().map {
      RowPair(columnCount: $0.columns.count, tileSize: tileSize)
    }
    scratch = (0..<2).map { _ in .allocate(capacity: 4 * tileSize) }
    blank = .allocate(capacity: 4 * tileSize)
    blank.initialize(repeating: 0, count: 4 * tileSize)
  }

  deinit {
    upperRow.deallocate()
    scratch.forEach { $0.deallocate() }
    blank.deallocate()
  }

  func push(_ row: SampleRow, worldRow: Int) throws {
    guard levels.count > 1 else { return }
    if worldRow & 1 == 0 {
      for (column, kind) in row.classes.enumerated() where kind != .empty {
        let offset = 4 * column * tileSize
        (upperRow + offset).update(from: row.samples + offset, count: 4 * tileSize)
      }
      upperClasses = row.classes
      return
    }
    try make(level: 1, worldRow: worldRow >> 1) { pair, slot in
      halve(1, slot: slot, childClasses: (upperClasses, row.classes)) { segment in
        let offset = 4 * segment.child * tileSize
        if segment.kind == .opaque {
          Halving.opaqueSamples(
            upperRow + offset, row.samples + offset, count: tileSize / 2, column: segment.column,
            row: worldRow >> 1, fine: pair.opaque[slot] + segment.position,
            samples: pair.samples + segment.position)
        } else {
          Halving.mixedSamples(
            segment.isUpperEmpty ? UnsafeRawPointer(blank) : UnsafeRawPointer(upperRow + offset),
            segment.isLowerEmpty ? UnsafeRawPointer(blank) : UnsafeRawPointer(row.samples + offset),
            count: tileSize / 2, column: segment.column, row: worldRow >> 1,
            fine: pair.mixed[slot] + 4 * segment.position, samples: pair.samples + segment.position)
        }
      }
    }
  }

  /// Makes a row of a level, emits it and what it completes above; before the level's first row and
  /// after its last, adds the transparent rows that the level above covers too.
  private func make(
    level: Int, worldRow: Int, fill: (_ pair: RowPair, _ slot: Int) -> Void
  ) throws {
    let pair = pairs[level - 1]
    if worldRow == levels[level].rows.lowerBound {
      try addBlankRows(levels[level].rowsAbove, level: level)
    }
    fill(pair, worldRow & 1)
    pair.holdsEvenRow = worldRow & 1 == 0
    let samples = UnsafeMutableRawPointer(pair.samples).assumingMemoryBound(to: UInt8.self)
    let classes = pair.classes[worldRow & 1]
    try emit(level, SampleRow(samples: samples, classes: classes), worldRow)
    if worldRow & 1 == 1 { try lift(level: level, worldRow: worldRow >> 1) }
    if worldRow == levels[level].rows.upperBound - 1 {
      try addBlankRows(levels[level].rowsBelow, level: level)
    }
  }

  private func addBlankRows(_ rows: Range<Int>, level: Int) throws {
    for row in rows {
      pairs[level - 1].classes[row & 1] = levels[level].blankClasses
      pairs[level - 1].holdsEvenRow = row & 1 == 0
      if row & 1 == 1 { try lift(level: level, worldRow: row >> 1) }
    }
  }

  /// Makes the row of the level above from the pair of `level`.
  private func lift(level: Int, worldRow: Int) throws {
    guard level + 1 < levels.count else { return }
    let below = pairs[level - 1]
    try make(level: level + 1, worldRow: worldRow) { pair, slot in
      halve(level + 1, slot: slot, childClasses: (below.classes[0], below.classes[1])) { segment in
        let offset = segment.child * tileSize
        if segment.kind == .opaque {
          Halving.opaque(
            below.opaque[0] + offset, below.opaque[1] + offset, count: tileSize / 2,
            column: segment.column, row: worldRow, fine: pair.opaque[slot] + segment.position,
            samples: pair.samples + segment.position)
        } else {
          Halving.mixed(
            premultiplied(below, slot: 0, column: segment.child),
            premultiplied(below, slot: 1, column: segment.child), count: tileSize / 2,
            column: segment.column, row: worldRow, fine: pair.mixed[slot] + 4 * segment.position,
            samples: pair.samples + segment.position)
        }
      }
    }
  }

  /// One tile's segment of a row in the premultiplied form.
  private func premultiplied(_ pair: RowPair, slot: Int, column: Int) -> UnsafePointer<Int32> {
    let offset = column * tileSize
    switch pair.classes[slot][column] {
    case .mixed: return UnsafePointer(pair.mixed[slot] + 4 * offset)
    case .opaque:
      Halving.premultiply(
        opaque: pair.opaque[slot] + offset, count: tileSize, into: scratch[slot])
      return UnsafePointer(scratch[slot])
    case .empty: return UnsafePointer(blank)
    }
  }

  /// What one child contributes to a row of its parent: half of the parent tile's segment.
  private struct HalfSegment {
    /// The form to make.
    let kind: SegmentClass
    /// The world column of the first result.
    let column: Int
    /// The position of the child in its row of tiles.
    let child: Int
    /// The position of the first result in the row.
    let position: Int
    let isUpperEmpty: Bool
    let isLowerEmpty: Bool
  }

  /// Decides the form of each tile's segment of a row and has it filled, half a segment per child.
  private func halve(
    _ level: Int, slot: Int, childClasses: ([SegmentClass], [SegmentClass]),
    fill: (HalfSegment) -> Void
  ) {
    let columns = levels[level].columns
    let childColumns = levels[level - 1].columns
    let pair = pairs[level - 1]
    let half = tileSize / 2
    for column in columns {
      let index = column - columns.lowerBound
      func classes(_ part: Int) -> (SegmentClass, SegmentClass) {
        let child = 2 * column + part
        guard childColumns.contains(child) else { return (.empty, .empty) }
        let position = child - childColumns.lowerBound
        return (childClasses.0[position], childClasses.1[position])
      }
      let west = classes(0)
      let east = classes(1)
      let kind: SegmentClass
      switch (west.0, west.1, east.0, east.1) {
      case (.empty, .empty, .empty, .empty): kind = .empty
      case (.opaque, .opaque, .opaque, .opaque): kind = .opaque
      default: kind = .mixed
      }
      pair.classes[slot][index] = kind
      if kind == .empty { continue }
      for (part, halves) in [west, east].enumerated() {
        let position = index * tileSize + part * half
        if halves == (.empty, .empty) {
          (pair.mixed[slot] + 4 * position).update(repeating: 0, count: 4 * half)
          (pair.samples + position).update(repeating: 0, count: half)
          continue
        }
        fill(
          HalfSegment(
            kind: kind, column: column * tileSize + part * half,
            child: 2 * column + part - childColumns.lowerBound, position: position,
            isUpperEmpty: halves.0 == .empty, isLowerEmpty: halves.1 == .empty))
      }
    }
  }
}

extension AverageCascade {
  func save(to draft: CheckpointDraft) throws(TileStorageError) {
    // Rows of tiles have an even number of rows, so none of the deepest level waits.
    for pair in pairs {
      try draft.append(pair.holdsEvenRow ? 1 : 0)
      guard pair.holdsEvenRow else { continue }
      try draft.append(pair.classes[0])
      for (column, kind) in pair.classes[0].enumerated() {
        try draft.append(bytes(of: pair, column: column, kind: kind))
      }
    }
  }

  func restore(from saved: CheckpointReader) throws(TileStorageError) {
    for pair in pairs {
      pair.holdsEvenRow = try saved.readInteger() == 1
      guard pair.holdsEvenRow else { continue }
      pair.classes[0] = try saved.readClasses(count: pair.classes[0].count)
      for (column, kind) in pair.classes[0].enumerated() {
        try saved.read(into: bytes(of: pair, column: column, kind: kind))
      }
    }
  }

  /// The memory of one tile's segment of the even row of a pair, in the form that it has.
  private func bytes(
    of pair: RowPair, column: Int, kind: SegmentClass
  ) -> UnsafeMutableRawBufferPointer {
    switch kind {
    case .empty: UnsafeMutableRawBufferPointer(start: nil, count: 0)
    case .opaque:
      UnsafeMutableRawBufferPointer(
        start: pair.opaque[0] + column * tileSize, count: 8 * tileSize)
    case .mixed:
      UnsafeMutableRawBufferPointer(
        start: pair.mixed[0] + 4 * column * tileSize, count: 16 * tileSize)
    }
  }
}
