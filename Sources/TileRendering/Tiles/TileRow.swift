/// A row of tiles of one level in a range of columns, while its rows of samples arrive from the
/// north.
///
/// A tile takes no memory while all of its samples are transparent, or of one opaque value.
final class TileRow {
  private enum Cell {
    /// Every sample so far has this value: 0 or an opaque one.
    case flat(UInt32)
    /// Leading rows, `flatRows`, have one value.
    case samples(TileBuffer, flatRows: Int)
    case kept
  }

  let columns: Range<Int>
  private let tileSize: Int
  private let pool: TileBufferPool
  /// The cells by column; not an array, since every access to an object's array is checked.
  private let cells: UnsafeMutableBufferPointer<Cell>
  private var rowCount = 0
  private let flatRow: UnsafeMutablePointer<UInt32>
  private var flatRowValue: UInt32 = 0

  init(columns: Range<Int>, tileSize: Int, pool: TileBufferPool) {
    self.columns = columns
    self.tileSize = tileSize
    self.pool = pool
    cells = .allocate(capacity: columns.count)
    cells.initialize(repeating: .flat(0))
    flatRow = .allocate(capacity: tileSize)
    flatRow.initialize(repeating: 0, count: tileSize)
  }

  deinit {
    cells.deinitialize()
    cells.deallocate()
    flatRow.deallocate()
  }

  /// Memory for a row of a tile; rows above it that were not written are transparent.
  func samples(_ column: Int, row: Int) -> UnsafeMutablePointer<UInt32> {
    rowCount = max(rowCount, row + 1)
    switch cells[column] {
    case .samples(let buffer, _): return buffer.words + row * tileSize
    case .flat(let value):
      let buffer = pool.take()
      buffer.words.update(repeating: value, count: row * tileSize)
      cells[column] = .samples(buffer, flatRows: row)
      return buffer.words + row * tileSize
    case .kept:
      cells[column] = .flat(0)
      return samples(column, row: row)
    }
  }

  /// `value` is 0 or an opaque one.
  func setFlat(_ value: UInt32, _ column: Int, row: Int) {
    rowCount = max(rowCount, row + 1)
    if case .flat(let above) = cells[column], above == value || row == 0 {
      cells[column] = .flat(value)
    } else {
      samples(column, row: row).update(repeating: value, count: tileSize)
    }
  }

  func flatValue(_ column: Int) -> UInt32? {
    if case .flat(let value) = cells[column] { value } else { nil }
  }

  /// Rows of a tile, with their distance in samples: 0 for equal rows.
  typealias Rows = (_ column: Int, _ row: Int) -> (first: UnsafePointer<UInt32>, stride: Int)

  /// Requires a written row; the samples must not be changed.
  func rows(_ column: Int, from row: Int) -> (first: UnsafePointer<UInt32>, stride: Int) {
    switch cells[column] {
    case .samples(let buffer, _): return (UnsafePointer(buffer.words + row * tileSize), tileSize)
    case .flat(let value):
      if flatRowValue != value {
        flatRow.update(repeating: value, count: tileSize)
        flatRowValue = value
      }
      return (UnsafePointer(flatRow), 0)
    // Nobody reads the samples of a tile that is kept.
    case .kept: return (UnsafePointer(flatRow), 0)
    }
  }

  func set(_ tile: RenderedTile, _ column: Int) {
    rowCount = tileSize
    switch tile {
    case .uniform(let value) where value == 0 || value >> 24 == 255: cells[column] = .flat(value)
    case .uniform(let value):
      samples(column, row: 0).update(repeating: value, count: tileSize * tileSize)
    case .samples(let buffer): cells[column] = .samples(buffer, flatRows: 0)
    case .kept: cells[column] = .kept
    }
  }

  func keep(_ column: Int) { cells[column] = .kept }

  /// Completes the row, with transparency in unwritten parts, and begins the next.
  func complete() -> [RenderedTile] {
    let written = rowCount
    defer { rowCount = 0 }
    return cells.indices.map { column in
      if case .kept = cells[column] {
        cells[column] = .flat(0)
        return .kept
      }
      if written < tileSize { setFlat(0, column, row: written) }
      defer { cells[column] = .flat(0) }
      switch cells[column] {
      case .kept: return .kept
      case .flat(let value): return .uniform(value)
      case .samples(let buffer, let flatRows):
        let start = min(written + 1, tileSize) * tileSize
        (buffer.words + start).update(repeating: 0, count: tileSize * tileSize - start)
        return RenderedTile(simplifying: buffer, uniformCount: flatRows * tileSize, pool: pool)
      }
    }
  }
}

extension TileRow {
  func save(_ rows: Range<Int>, to sink: SegmentBytes) {
    guard case .samples(let buffer, _) = cells[0] else {
      return sink.append(Int(flatValue(0) ?? 0))
    }
    sink.append(-1)
    sink.append(
      UnsafeRawBufferPointer(
        start: buffer.words + rows.lowerBound * tileSize, count: 4 * rows.count * tileSize))
  }

  func restore(_ rows: Range<Int>, from saved: PackedSegments) throws {
    let value = try saved.readInteger()
    if value == -1 {
      let first = samples(0, row: rows.lowerBound)
      try saved.read(
        into: UnsafeMutableRawBufferPointer(start: first, count: 4 * rows.count * tileSize))
      rowCount = max(rowCount, rows.upperBound)
    } else {
      guard let value = UInt32(exactly: value) else { throw saved.damage("a strange colour") }
      for row in rows { setFlat(value, 0, row: row) }
    }
  }
}
