import TileStorage

/// Cuts the rows of one level into tiles.
///
/// A tile takes no memory while all of its samples are equal, so blank and flat tiles are neither
/// stored nor looked at again.
struct TileRowAssembler {
  private enum Cell {
    /// Every sample so far has this value.
    case uniform(UInt32)
    case samples(TileBuffer)
  }

  private let tileSize: Int
  private let pool: TileBufferPool
  private var cells: [Cell]
  private var rowCount = 0

  init(columnCount: Int, tileSize: Int, pool: TileBufferPool) {
    self.tileSize = tileSize
    self.pool = pool
    cells = [Cell](repeating: .uniform(0), count: columnCount)
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: The samples.
  ///   - complete: Receives each tile, by column from the west, once the row completes them.
  mutating func append(
    _ row: SampleRow, complete: (_ column: Int, _ tile: RenderedTile) throws -> Void
  ) rethrows {
    let rowBytes = 4 * tileSize
    for column in cells.indices {
      let source = row.samples + column * rowBytes
      let uniform: UInt32? =
        row.classes[column] == .empty ? 0 : UniformSamples.value(of: source, count: tileSize)
      switch cells[column] {
      case .uniform(let value):
        if let uniform, uniform == value || rowCount == 0 {
          cells[column] = .uniform(uniform)
          continue
        }
        let buffer = pool.take()
        UnsafeMutableRawPointer(buffer.samples).initializeMemory(
          as: UInt32.self, repeating: value, count: rowCount * tileSize)
        cells[column] = .samples(buffer)
        Self.write(
          source, isEmpty: uniform == 0, to: buffer.samples + rowCount * rowBytes, rowBytes)
      case .samples(let buffer):
        Self.write(
          source, isEmpty: uniform == 0, to: buffer.samples + rowCount * rowBytes, rowBytes)
      }
    }
    rowCount += 1
    guard rowCount == tileSize else { return }
    rowCount = 0
    for column in cells.indices {
      let cell = cells[column]
      cells[column] = .uniform(0)
      switch cell {
      case .uniform(let value): try complete(column, .uniform(value))
      case .samples(let buffer): try complete(column, .samples(buffer))
      }
    }
  }

  private static func write(
    _ source: UnsafePointer<UInt8>, isEmpty: Bool, to target: UnsafeMutablePointer<UInt8>,
    _ count: Int
  ) {
    if isEmpty {
      target.update(repeating: 0, count: count)
    } else {
      target.update(from: source, count: count)
    }
  }
}

extension TileRowAssembler {
  /// Tells a cell with samples from one of a single value, which takes 32 bits.
  private static let samplesMark = 1 << 32

  /// Saves the rows that wait for the tiles to be complete.
  func save(to draft: CheckpointDraft) throws(TileStorageError) {
    try draft.append(rowCount)
    if rowCount == 0 { return }
    for cell in cells {
      switch cell {
      case .uniform(let value): try draft.append(Int(value))
      case .samples(let buffer):
        try draft.append(Self.samplesMark)
        try draft.append(
          UnsafeRawBufferPointer(start: buffer.samples, count: 4 * tileSize * rowCount))
      }
    }
  }

  /// Restores what ``save(to:)`` saved.
  mutating func restore(from saved: CheckpointReader) throws(TileStorageError) {
    rowCount = try saved.readInteger()
    guard (0..<tileSize).contains(rowCount) else {
      throw saved.damage("it holds \(rowCount) rows of a tile")
    }
    if rowCount == 0 { return }
    for column in cells.indices {
      let value = try saved.readInteger()
      if value == Self.samplesMark {
        let buffer = pool.take()
        try saved.read(
          into: UnsafeMutableRawBufferPointer(
            start: buffer.samples, count: 4 * tileSize * rowCount))
        cells[column] = .samples(buffer)
      } else {
        guard let value = UInt32(exactly: value) else {
          throw saved.damage("it holds an impossible colour")
        }
        cells[column] = .uniform(value)
      }
    }
  }
}
