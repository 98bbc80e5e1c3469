/// Reduces rows by picking the base sample nearest to each sample's centre.
///
/// Four samples are equally near; the north-western one is taken. Its offset in a block of 2^n is
/// 2^(n−1) − 1. All but the last of n halvings pick the south-eastern sample of four, and the last
/// one the north-western. Even rows are emitted and odd rows carried on, with their western or
/// eastern samples.
final class NearestReducer: OverviewReducer {
  private let tiles: [TileRow]
  private let shape: ReducedLevels
  private let carried: [CarriedRow]
  /// The destination of carried rows of the top level, by world row; `nil` at the top.
  private let carry: ((Int) -> CarriedRow)?
  private let hook: CarriedRowHook?

  static func segmentBytes(tileSize: Int) -> Int { 4 * tileSize }

  init(
    _ shape: ReducedLevels, tiles: [TileRow], carry: ((Int) -> CarriedRow)? = nil,
    hook: CarriedRowHook? = nil
  ) {
    self.shape = shape
    self.tiles = tiles
    self.carry = carry
    self.hook = hook
    carried = shape.levels.dropFirst().map {
      CarriedRow(
        columnCount: $0.columns.count, segmentBytes: Self.segmentBytes(tileSize: shape.tileSize))
    }
  }

  deinit { carried.forEach { $0.deallocate() } }

  func push(_ upper: UnsafePointer<Segment>, _ lower: UnsafePointer<Segment>, row: Int) {
    guard shape.levels.count > 1 else { return }
    emit(level: 1, row: row) { upper[$0] }
    pass(level: 1, row: row) { lower[$0] }
  }

  func push(_ upper: CarriedRow, _ lower: CarriedRow, row: Int) {
    guard shape.levels.count > 1 else { return }
    emit(level: 1, row: row) { Segment(upper[$0]) }
    pass(level: 1, row: row) { Segment(lower[$0]) }
  }

  func finish() {}

  private func emit(level: Int, row: Int, _ child: (Int) -> Segment) {
    let tiles = tiles[level - 1]
    let rowInTile = row % shape.tileSize
    for (index, column) in shape.levels[level].columns.enumerated() {
      let parts = children(of: column, level: level, child)
      switch (parts.west, parts.east) {
      case (.empty, .empty): tiles.setFlat(0, index, row: rowInTile)
      case (.flat(let value), .flat(let other)) where value == other:
        tiles.setFlat(value, index, row: rowInTile)
      default:
        let target = tiles.samples(index, row: rowInTile)
        pick(parts.west, offset: 0, into: target)
        pick(parts.east, offset: 0, into: target + shape.tileSize / 2)
      }
    }
  }

  private func pass(level: Int, row: Int, _ child: (Int) -> Segment) {
    let isTop = level == shape.levels.count - 1
    if isTop, carry == nil, hook == nil { return }
    let target = isTop ? carry?(row) ?? carried[level - 1] : carried[level - 1]
    for (index, column) in shape.levels[level].columns.enumerated() {
      let parts = children(of: column, level: level, child)
      switch (parts.west, parts.east) {
      case (.empty, .empty): target.setEmpty(index)
      case (.flat(let value), .flat(let other)) where value == other: target.setFlat(value, index)
      default:
        let samples = target.setMixed(index).assumingMemoryBound(to: UInt32.self)
        pick(parts.west, offset: 1, into: samples)
        pick(parts.east, offset: 1, into: samples + shape.tileSize / 2)
      }
    }
    hook?(level, row, target)
    if isTop { return }
    if row & 1 == 0 {
      emit(level: level + 1, row: row >> 1) { Segment(target[$0]) }
    } else {
      pass(level: level + 1, row: row >> 1) { Segment(target[$0]) }
    }
  }

  private func children(
    of column: Int, level: Int, _ child: (Int) -> Segment
  ) -> (west: Segment, east: Segment) {
    (
      shape.child(of: column, part: 0, level: level).map(child) ?? .empty,
      shape.child(of: column, part: 1, level: level).map(child) ?? .empty
    )
  }

  private func pick(_ segment: Segment, offset: Int, into out: UnsafeMutablePointer<UInt32>) {
    let count = shape.tileSize / 2
    switch segment {
    case .empty: out.update(repeating: 0, count: count)
    case .flat(let value): out.update(repeating: value, count: count)
    case .opaque(let samples), .mixed(let samples):
      for index in 0..<count { out[index] = samples[2 &* index &+ offset] }
    }
  }
}

extension Segment {
  fileprivate init(_ carried: CarriedSegment) {
    switch carried {
    case .empty: self = .empty
    case .flat(let value): self = .flat(value)
    case .opaque(let bytes), .mixed(let bytes):
      self = .mixed(UnsafePointer(bytes.assumingMemoryBound(to: UInt32.self)))
    }
  }
}
