import RasterSources
import TileModel
import TileStorage

/// The zooms of a step while they are made from the north, a band at a time: a row of tiles of the
/// deepest zoom, with what it adds to every overview.
///
/// Columns are cut into groups of 2^``ColumnGroup/zooms`` tiles, which make the lower overviews by themselves;
/// what they carry is small, and the upper overviews are made of it when all groups are done. A group whose
/// samples can be had in any order fills all bands of a block before that, so that it holds tiles of a block, not of
/// a row of blocks.
final class BandLevels {
  struct Tile {
    /// How many zooms above the deepest.
    let level: Int
    let x: Int
    let y: Int
    let tile: RenderedTile
  }

  /// The columns of tiles, from the west.
  let groups: [ColumnGroup]
  private let levels: [LevelExtent]
  private let tileSize: Int
  /// The topmost zoom that groups make.
  private let top: Int
  /// The blocks of an update; `nil` where every tile is made.
  private let blocks: KeptBlocks?
  /// What the upper overviews carry of blocks; `nil` where nothing is kept or noted.
  private let upperBlocks: CarriedBlocks?
  /// How many zooms above a band are made before the upper overviews: those of groups, or none.
  private let bandZooms: Int
  /// The rows of ``top`` that the current bands carry, by row modulo their number.
  private let carried: [CarriedRow]
  /// Whether the upper overviews look at the tiles of ``top``.
  private let showsTop: Bool
  private let upperRows: [TileRow]
  private let upper: (any OverviewReducer)?
  /// What levels that are made elsewhere need of the topmost one; `nil` where nothing is above.
  private let carry: ShardCarry?
  private let carriesSamples: Bool

  init(
    levels ranges: [TileRange], tileSize: Int, kernel: OverviewResampling, light: OverviewLight,
    kind: SampleKind = .colors,
    groupZooms: Int = ColumnGroup.zooms, fillsBlocks: Bool, pool: TileBufferPool,
    blocks: KeptBlocks? = nil, carry: ShardCarry? = nil
  ) {
    self.blocks = blocks
    self.carry = carry
    carriesSamples = kernel.picksColors
    let levels = ranges.map { LevelExtent(range: $0, tileSize: tileSize) }
    self.levels = levels
    self.tileSize = tileSize
    // What is carried for other levels comes from above the groups.
    let top = min(groupZooms, levels.count - (carry == nil ? 1 : 2))
    self.top = top
    bandZooms = fillsBlocks ? top : 0
    let hasUpper = levels.count - 1 > top
    showsTop = hasUpper && kernel.picksColors
    let segmentBytes = kernel.segmentBytes(tileSize: tileSize)
    let carried =
      hasUpper
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
        light: light,
        kind: kind,
        base: rows[0].rows,
        carry: hasUpper
          ? { carried[$0 & (carried.count - 1)].columns(position..<position + 1) } : nil, hook: nil)
      return ColumnGroup(tileRows: rows, tileSize: tileSize, reducer: reducer)
    }
    self.groups = groups
    let above = hasUpper ? tileRows(levels[(top + 1)...]) : []
    upperRows = above
    let upperBlocks: CarriedBlocks? =
      if let carry {
        CarriedBlocks(
          carry, levels: levels, in: levels.count - 1..<levels.count, tileSize: tileSize,
          rowCount: max(1, tileSize >> (levels.count - 1)))
      } else if let blocks, hasUpper {
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
        light: light,
        kind: kind,
        base: { groups[$0].tileRows[top].rows(0, from: $1) }, carry: nil,
        hook: upperBlocks.map { blocks in
          { level, row, carried in blocks.exchange(carried, level: top + level, row: row) }
        }) : nil
  }

  deinit { carried.forEach { $0.deallocate() } }

  /// Whether an update keeps the tiles of a group in a band.
  func isKept(_ group: Int, band y: Int) -> Bool {
    blocks?.isKept(place(of: group, band: y)) ?? false
  }

  /// The next band, below one, in which the tiles of a group are made; `nil` for none.
  func nextMadeBand(_ group: Int, after y: Int) -> Int? {
    var next = y + 1
    while next < bands.upperBound {
      if !isKept(group, band: next) { return next }
      // The bands of a block are kept together.
      next = (next >> top + 1) << top
    }
    return nil
  }

  /// The bands that are filled before the upper overviews are made, from one on that they begin or resume with.
  func bandsAtOnce(from y: Int) -> Range<Int> {
    y..<min((y >> bandZooms + 1) << bandZooms, bands.upperBound)
  }

  /// The rows that a band carries.
  private func carried(by y: Int) -> ArraySlice<CarriedRow> {
    if carried.isEmpty { return [] }
    let count = tileSize >> top
    let first = y * count & (carried.count - 1)
    return carried[first..<first + count]
  }

  /// Keeps the tiles of a group in a band, and carries what they carried when they were made if an
  /// overview needs it.
  func keep(_ group: Int, band y: Int) throws(TileStorageError) {
    groups[group].keep()
    let rows = carried(by: y).map { $0.columns(group..<group + 1) }
    guard let blocks, !rows.isEmpty else { return }
    let place = place(of: group, band: y)
    if blocks.isNeeded(place) {
      let source = try blocks.rows(of: place, part: y, limit: CarriedRow.byteLimit(of: rows))
      for row in rows { try row.restore(from: source) }
    } else {
      for row in rows { row.clear() }
    }
  }

  /// Notes for the next update what a group carried in a band that it filled.
  func noteFilled(_ group: Int, band y: Int) throws(TileStorageError) {
    guard let blocks, upper != nil else { return }
    let sink = SegmentBytes()
    for row in carried(by: y) { try row.columns(group..<group + 1).save(to: sink) }
    try blocks.note(sink, of: place(of: group, band: y), part: y)
  }

  /// The block that a group makes in a band and its neighbours.
  private func place(of group: Int, band y: Int) -> Block {
    Block(
      level: top, column: levels[top].columns.lowerBound + group, row: y >> top)
  }

  /// The rows of tiles of the deepest zoom.
  var bands: Range<Int> {
    levels[0].rows.lowerBound / tileSize..<levels[0].rows.upperBound / tileSize
  }

  /// Completes the tiles of a group that a band ends.
  func complete(group: Int, band y: Int) -> [Tile] {
    let group = groups[group]
    if y == bands.upperBound - 1 { group.finish() }
    return ended(by: y, among: showsTop ? 0..<top : 0..<top + 1).flatMap {
      tiles(of: group.tileRows[$0], level: $0, band: y)
    }
  }

  /// Makes the upper overviews of bands whose groups are complete.
  func complete(bands filled: Range<Int>) throws(TileStorageError) -> [Tile] {
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
        for tile in tiles(of: row, level: level, band: y) {
          if carriesSamples, level == levels.count - 1 {
            try carry?.note(tile.tile, column: tile.x, row: tile.y, tileSize: tileSize)
          }
          made.append(tile)
        }
      }
    }
    return made
  }

  /// The levels of whose rows of tiles a band is the last.
  private func ended(by y: Int, among levels: Range<Int>) -> [Int] {
    levels.filter { y == bands.upperBound - 1 || (y + 1) % (1 << $0) == 0 }
  }

  private func tiles(of row: TileRow, level: Int, band y: Int) -> [Tile] {
    zip(row.columns, row.complete()).map { Tile(level: level, x: $0, y: y >> level, tile: $1) }
  }
}

extension OverviewResampling {
  /// The bytes of a segment of a row that a reducer carries.
  func segmentBytes(tileSize: Int) -> Int {
    switch self {
    case .average, .darken, .keep: AverageReducer.segmentBytes(tileSize: tileSize)
    case .nearest: NearestReducer.segmentBytes(tileSize: tileSize)
    }
  }

  /// Creates the reducer of this kind.
  func makeReducer(
    _ levels: ReducedLevels, tiles: [TileRow], light: OverviewLight, kind: SampleKind,
    base: @escaping TileRow.Rows,
    carry: ((Int) -> CarriedRow)?, hook: CarriedRowHook?
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

extension BandLevels {
  /// Saves the rows of tiles that are not complete between two bands, and the rows that wait for others.
  func save(to draft: CheckpointDraft) throws(TileStorageError) {
    for row in overviewRows { try row.save(to: draft) }
    try upper?.save(to: draft)
  }

  /// Restores what ``save(to:)`` saved before the band `y`.
  func restore(from saved: CheckpointReader, band y: Int) throws(TileStorageError) {
    for row in overviewRows { try row.restore(from: saved) }
    groups.forEach { $0.resume(band: y) }
    try upper?.restore(from: saved, row: y * tileSize >> top)
  }

  private var overviewRows: [TileRow] {
    (1..<max(1, top + 1)).flatMap { level in groups.map { $0.tileRows[level] } } + upperRows
  }
}
