import RasterSources
import TileModel

/// The zooms of a step, made from the north a band at a time.
///
/// A band is a row of tiles of the deepest zoom, with its share of every overview.
///
/// Columns are cut into groups of 2^``ColumnGroup/zooms`` tiles, which make the lower overviews
/// independently. The upper overviews are made of the little that the groups carry, after all
/// groups are done. Groups with samples in any order fill all bands of a block first, and so hold
/// tiles of a block, not of a row of blocks.
package final class BandLevels {
  struct Tile {
    /// Number of zooms above the deepest.
    let level: Int
    let x: Int
    let y: Int
    let tile: RenderedTile
  }

  package let groups: [ColumnGroup]
  private let levels: [LevelExtent]
  private let tileSize: Int
  let top: Int
  private let blocks: (any BlockPlanes)?
  private let upperBlocks: CarriedBlocks?
  private let bandZooms: Int
  /// The rows of ``top`` that the current bands carry, by row modulo their number.
  private let carried: [CarriedRow]
  private let showsTop: Bool
  private let upperRows: [TileRow]
  private let upper: (any OverviewReducer)?
  private let carriesSamples: Bool

  init(
    levels ranges: [TileRange], tileSize: Int, kernel: OverviewResampling, light: OverviewLight,
    kind: SampleKind = .colors, groupZooms: Int = ColumnGroup.zooms, carriesTop: Bool = false,
    fillsBlocks: Bool, pool: TileBufferPool, blocks: (any BlockPlanes)? = nil
  ) {
    self.blocks = blocks
    carriesSamples = kernel.picksColors
    let levels = ranges.map { LevelExtent(range: $0, tileSize: tileSize) }
    self.levels = levels
    self.tileSize = tileSize
    let top = min(groupZooms, levels.count - 1)
    self.top = top
    bandZooms = fillsBlocks ? top : 0
    let hasUpper = levels.count - 1 > top
    showsTop = hasUpper && kernel.picksColors
    let segmentBytes = kernel.segmentBytes(tileSize: tileSize)
    let carried =
      hasUpper || carriesTop
      ? (0..<tileSize >> (top - bandZooms)).map { _ in
        CarriedRow(columnCount: levels[top].columns.count, segmentBytes: segmentBytes)
      } : []
    self.carried = carried
    func tileRows(_ levels: some Sequence<LevelExtent>) -> [TileRow] {
      levels.map { TileRow(columns: $0.columns, tileSize: tileSize, pool: pool) }
    }
    let groups = levels[top].columns.map { column -> ColumnGroup in
      let own = (0...top).map {
        levels[$0].restricted(to: column << (top - $0)..<(column + 1) << (top - $0))
      }
      let rows = tileRows(own)
      let position = column - levels[top].columns.lowerBound
      let reducer = kernel.makeReducer(
        ReducedLevels(levels: own, tileSize: tileSize), tiles: Array(rows.dropFirst()),
        light: light, kind: kind, base: rows[0].rows,
        carry: !carried.isEmpty
          ? { carried[$0 & (carried.count - 1)].columns(position..<position + 1) } : nil, hook: nil)
      return ColumnGroup(tileRows: rows, tileSize: tileSize, reducer: reducer)
    }
    self.groups = groups
    let above = hasUpper ? tileRows(levels[(top + 1)...]) : []
    upperRows = above
    let upperBlocks: CarriedBlocks? =
      if let blocks, blocks.includesOverviews, hasUpper {
        CarriedBlocks(
          blocks, levels: levels, in: top + 1..<levels.count - 1, tileSize: tileSize,
          rowCount: tileSize >> top)
      } else {
        nil
      }
    self.upperBlocks = upperBlocks
    upper =
      hasUpper
      ? kernel.makeReducer(
        ReducedLevels(levels: Array(levels[top...]), tileSize: tileSize), tiles: above,
        light: light, kind: kind, base: { groups[$0].tileRows[top].rows(0, from: $1) }, carry: nil,
        hook: upperBlocks.map { blocks in
          { level, row, carried in blocks.exchange(carried, level: top + level, row: row) }
        }) : nil
  }

  deinit { carried.forEach { $0.deallocate() } }

  func isKept(_ group: Int, band y: Int) -> Bool {
    blocks?.isKept(place(of: group, band: y)) ?? false
  }

  func nextMadeBand(_ group: Int, after y: Int) -> Int? {
    var next = y + 1
    while next < bands.upperBound {
      if !isKept(group, band: next) { return next }
      // The bands of a block are kept together.
      next = (next >> top + 1) << top
    }
    return nil
  }

  func bandsAtOnce(from y: Int) -> Range<Int> {
    y..<min((y >> bandZooms + 1) << bandZooms, bands.upperBound)
  }

  private func carried(by y: Int) -> ArraySlice<CarriedRow> {
    if carried.isEmpty { return [] }
    let count = tileSize >> top
    let first = y * count & (carried.count - 1)
    return carried[first..<first + count]
  }

  func keep(_ group: Int, band y: Int) throws {
    groups[group].keep()
    try restore(group, band: y)
  }

  func restore(_ group: Int, band y: Int) throws {
    let rows = carried(by: y).map { $0.columns(group..<group + 1) }
    guard let blocks, !rows.isEmpty else { return }
    let place = place(of: group, band: y)
    guard blocks.isNeeded(place) else { return rows.forEach { $0.clear() } }
    var limit = CarriedRow.byteLimit(of: rows)
    if carriesSamples { limit += 8 + 4 * rows.count * tileSize }
    let source = try blocks.rows(of: place, part: y, limit: limit)
    for row in rows { try row.restore(from: source) }
    if carriesSamples { try groups[group].tileRows[top].restore(topRows(of: y), from: source) }
  }

  func noteFilled(_ group: Int, band y: Int) throws {
    let rows = carried(by: y)
    guard let blocks, !rows.isEmpty else { return }
    let sink = SegmentBytes()
    for row in rows { row.columns(group..<group + 1).save(to: sink) }
    if carriesSamples { groups[group].tileRows[top].save(topRows(of: y), to: sink) }
    try blocks.note(sink, of: place(of: group, band: y), part: y)
  }

  private func topRows(of y: Int) -> Range<Int> {
    let count = tileSize >> top
    let first = y * count % tileSize
    return first..<first + count
  }

  func endsBlocks(before y: Int) -> Bool { y == bands.upperBound || y & (1 << top - 1) == 0 }

  package var hasUpper: Bool { upper != nil }

  private func place(of group: Int, band y: Int) -> Block {
    Block(level: top, column: levels[top].columns.lowerBound + group, row: y >> top)
  }

  package var bands: Range<Int> {
    levels[0].rows.lowerBound / tileSize..<levels[0].rows.upperBound / tileSize
  }

  func complete(group: Int, band y: Int) -> [Tile] {
    let group = groups[group]
    if y == bands.upperBound - 1 { group.finish() }
    return ended(by: y, among: showsTop ? 0..<top : 0..<top + 1).flatMap {
      tiles(of: group.tileRows[$0], level: $0, band: y)
    }
  }

  func complete(bands filled: Range<Int>) throws -> [Tile] {
    var made: [Tile] = []
    for y in filled {
      let isLast = y == bands.upperBound - 1
      if let upper {
        let rows = carried(by: y)
        for row in stride(from: rows.startIndex, to: rows.endIndex, by: 2) {
          upper.push(
            carried[row], carried[row + 1], row: (y * rows.count + row - rows.startIndex) >> 1)
        }
        if bandZooms > 0 { rows.forEach { $0.release() } }
        if isLast { upper.finish() }
        try upperBlocks?.confirm(isLast: isLast)
      }
      if showsTop {
        for level in ended(by: y, among: top..<top + 1) {
          for group in groups { made += tiles(of: group.tileRows[level], level: level, band: y) }
        }
      }
      for level in ended(by: y, among: top + 1..<max(top + 1, levels.count)) {
        let row = upperRows[level - top - 1]
        upperBlocks?.keepTiles(of: row, level: level, y: y >> level)
        made += tiles(of: row, level: level, band: y)
      }
    }
    return made
  }

  private func ended(by y: Int, among levels: Range<Int>) -> [Int] {
    levels.filter { y == bands.upperBound - 1 || (y + 1) % (1 << $0) == 0 }
  }

  private func tiles(of row: TileRow, level: Int, band y: Int) -> [Tile] {
    zip(row.columns, row.complete()).map { Tile(level: level, x: $0, y: y >> level, tile: $1) }
  }
}

extension OverviewResampling {
  package func segmentBytes(tileSize: Int) -> Int {
    switch self {
    case .average, .darken, .keep: AverageReducer.segmentBytes(tileSize: tileSize)
    case .nearest: NearestReducer.segmentBytes(tileSize: tileSize)
    }
  }

  func makeReducer(
    _ levels: ReducedLevels, tiles: [TileRow], light: OverviewLight, kind: SampleKind,
    base: @escaping TileRow.Rows, carry: ((Int) -> CarriedRow)?, hook: CarriedRowHook?
  ) -> any OverviewReducer {
    switch self {
    case .average, .darken, .keep:
      AverageReducer(
        levels, tiles: tiles, kernel: self, light: light, kind: kind, base: base, carry: carry,
        hook: hook)
    case .nearest: NearestReducer(levels, tiles: tiles, carry: carry, hook: hook)
    }
  }
}
