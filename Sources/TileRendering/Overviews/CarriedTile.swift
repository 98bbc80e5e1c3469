package import RasterSources
package import TileModel

/// The rows that a finished tile carries to the zoom above.
///
/// Rows are carried as ``AverageReducer`` carries them between levels of a build, so that overviews
/// have the bytes of a build. The allocator owns the memory; a view shares it.
package struct CarriedTile {
  /// From the north, with one or two columns of tiles.
  private let rows: [CarriedRow]
  private let light: OverviewLight

  package init(columnCount: Int, tileSize: Int, light: OverviewLight) {
    self.light = light
    rows = (0..<tileSize).map { _ in
      CarriedRow(
        columnCount: columnCount, segmentBytes: AverageReducer.segmentBytes(tileSize: tileSize))
    }
  }

  private init(rows: [CarriedRow], light: OverviewLight) { (self.rows, self.light) = (rows, light) }

  package func deallocate() { rows.forEach { $0.deallocate() } }

  /// Halves the four tiles below into this one; `nil` is a tile that shows nothing.
  ///
  /// `fill` sets the rows of each, and returns false for one that shows nothing.
  package func halve(
    _ tile: TileCoordinate, kind: SampleKind, pool: TileBufferPool,
    fill: (TileCoordinate, CarriedTile) throws -> Bool
  ) throws -> (tile: RenderedTile?, isShown: Bool) {
    let side = rows.count
    let below = CarriedTile(columnCount: 2, tileSize: side, light: light)
    defer { below.deallocate() }
    let row = TileRow(columns: tile.x..<(tile.x + 1), tileSize: side, pool: pool)
    let children = TileRange(
      zoom: tile.zoom + 1, x: (2 * tile.x)..<(2 * tile.x + 2), y: (2 * tile.y)..<(2 * tile.y + 2))
    let own = TileRange(zoom: tile.zoom, x: row.columns, y: tile.y..<(tile.y + 1))
    let reducer = AverageReducer(
      ReducedLevels(
        levels: [children, own].map { LevelExtent(range: $0, tileSize: side) }, tileSize: side),
      tiles: [row], kernel: .average, light: light, kind: kind,
      base: { row.rows($0, from: $1) }, carry: { rows[$0 % side] })
    var isShown = false
    for half in 0...1 {
      for part in 0...1 {
        guard
          let child = TileCoordinate(
            zoom: tile.zoom + 1, x: 2 * tile.x + part, y: 2 * tile.y + half)
        else { continue }
        let shows = try fill(child, below.column(part))
        isShown = isShown || shows
      }
      for number in stride(from: 0, to: side, by: 2) {
        reducer.push(
          below.rows[number], below.rows[number + 1],
          row: tile.y * side + (half * side + number) / 2)
      }
    }
    return (row.complete().first, isShown)
  }

  /// A view of one column of tiles, which shares the memory.
  func column(_ column: Int) -> CarriedTile {
    CarriedTile(rows: rows.map { $0.columns(column..<(column + 1)) }, light: light)
  }

  package func clear() { for row in rows { row.clear() } }

  package func copy(_ other: CarriedTile) {
    let side = rows.count
    for (target, source) in zip(rows, other.rows) {
      switch source[0] {
      case .empty: target.setEmpty(0)
      case .flat(let value): target.setFlat(value, 0)
      case .opaque(let samples): target.setOpaque(0).copyMemory(from: samples, byteCount: 8 * side)
      case .mixed(let samples): target.setMixed(0).copyMemory(from: samples, byteCount: 16 * side)
      }
    }
  }

  /// Expands samples so that a halving yields what halving the samples themselves would.
  package func set(_ samples: [UInt8], kind: SampleKind) {
    let side = rows.count
    samples.withUnsafeBytes { raw in
      let words = raw.bindMemory(to: UInt32.self)
      guard let base = words.baseAddress else { return }
      for (number, row) in rows.enumerated() {
        switch Segment(scanning: base + number * side, count: side, clears: true) {
        case .empty: row.setEmpty(0)
        case .flat(let value): row.setFlat(value, 0)
        case .opaque(let samples) where kind == .heights,
          .mixed(let samples) where kind == .heights:
          let fine = row.setMixed(0).assumingMemoryBound(to: HeightSum.self)
          for index in 0..<side { fine[index] = HeightSum(samples[index]) }
        case .opaque(let samples):
          let fine = row.setOpaque(0).assumingMemoryBound(to: UInt64.self)
          for index in 0..<side { fine[index] = Halving.opaque(samples[index], light: light) }
        case .mixed(let samples):
          let fine = row.setMixed(0).assumingMemoryBound(to: Int32.self)
          for index in 0..<side {
            Halving.premultiply(samples[index], light: light, into: fine + 4 * index)
          }
        }
      }
    }
  }
}
