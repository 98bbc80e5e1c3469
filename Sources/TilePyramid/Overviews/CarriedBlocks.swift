import TileStorage

/// What overviews carry by block, a few rows of a level at a time: noted for the next update or for the levels
/// that are made elsewhere, or taken from the record where nothing changed in a tile but something in that
/// above it.
final class CarriedBlocks {
  private enum Piece {
    /// Nothing above needs it.
    case unused
    case noted(SegmentBytes)
    case kept(PackedSegments)
  }

  /// The rows of a level at hand.
  private struct Level {
    let columns: Range<Int>
    /// Their number, counted in pieces from the first row of the world.
    var part = 0
    /// By column; empty between two pieces.
    var pieces: [Piece] = []
  }

  private let blocks: any BlockRows
  /// The lowest of ``levels``.
  private let base: Int
  private let rowCount: Int
  private let tileSize: Int
  private var levels: [Level]
  /// The first error; nothing is noted or taken after it.
  private var error: TileStorageError?

  init(
    _ blocks: any BlockRows, levels: [LevelExtent], in range: Range<Int>, tileSize: Int,
    rowCount: Int
  ) {
    self.blocks = blocks
    base = range.lowerBound
    self.tileSize = tileSize
    self.rowCount = rowCount
    self.levels = levels[range].map { Level(columns: $0.columns) }
  }

  /// Takes a row of a level that is complete, and puts what is kept of it into it.
  func exchange(_ carried: CarriedRow, level: Int, row: Int) {
    guard error == nil else { return }
    do throws(TileStorageError) {
      let index = level - base
      guard levels.indices.contains(index) else { return }
      if levels[index].pieces.isEmpty { try begin(carried, level: level, row: row) }
      for (column, piece) in levels[index].pieces.enumerated() {
        switch piece {
        case .unused: break
        case .noted(let sink): try carried.columns(column..<column + 1).save(to: sink)
        case .kept(let source): try carried.columns(column..<column + 1).restore(from: source)
        }
      }
      if (row + 1) % rowCount == 0 { try end(level: level) }
    } catch {
      self.error = error
    }
  }

  /// Ends the pieces after the last row, and throws what went wrong so far.
  func confirm(isLast: Bool) throws(TileStorageError) {
    if let error { throw error }
    guard isLast else { return }
    for index in levels.indices { try end(level: base + index) }
  }

  /// Leaves the tiles of a row as they are in which nothing changed.
  func keepTiles(of row: TileRow, level: Int, y: Int) {
    for (index, column) in row.columns.enumerated()
    where blocks.isKept(Block(level: level, column: column, row: y)) {
      row.keep(index)
    }
  }

  private func begin(_ carried: CarriedRow, level: Int, row: Int) throws(TileStorageError) {
    let index = level - base
    let part = row / rowCount
    let limit = rowCount * CarriedRow.byteLimit(of: [carried.columns(0..<1)])
    var pieces: [Piece] = []
    for column in levels[index].columns {
      let place = Block(level: level, column: column, row: row / tileSize)
      if !blocks.isKept(place) {
        pieces.append(.noted(SegmentBytes()))
      } else if blocks.isNeeded(place) {
        pieces.append(.kept(try blocks.rows(of: place, part: part, limit: limit)))
      } else {
        pieces.append(.unused)
      }
    }
    levels[index].part = part
    levels[index].pieces = pieces
  }

  private func end(level: Int) throws(TileStorageError) {
    let ended = levels[level - base]
    levels[level - base].pieces = []
    for (column, piece) in zip(ended.columns, ended.pieces) {
      guard case .noted(let sink) = piece else { continue }
      let place = Block(
        level: level, column: column, row: ended.part * rowCount / tileSize)
      try blocks.note(sink, of: place, part: ended.part)
    }
  }
}
