/// The carried rows of overviews, by block and a few rows at a time.
///
/// They are noted for the next update or for levels made elsewhere. For an unchanged tile below a
/// changed one they are read back.
final class CarriedBlocks {
  private enum Piece {
    case unused
    case noted(SegmentBytes)
    case kept(PackedSegments)
  }

  /// The current rows of a level.
  private struct Level {
    let columns: Range<Int>
    /// Number of the current rows, in pieces from the first row of the world.
    var part = 0
    var pieces: [Piece] = []
  }

  private let blocks: any BlockPlanes
  private let base: Int
  private let rowCount: Int
  private let tileSize: Int
  private var levels: [Level]
  /// The first error; nothing is noted or read after it.
  private var error: (any Error)?

  init(
    _ blocks: any BlockPlanes, levels: [LevelExtent], in range: Range<Int>, tileSize: Int,
    rowCount: Int
  ) {
    self.blocks = blocks
    base = range.lowerBound
    self.tileSize = tileSize
    self.rowCount = rowCount
    self.levels = levels[range].map { Level(columns: $0.columns) }
  }

  /// Notes a complete row of a level, or fills its kept segments.
  func exchange(_ carried: CarriedRow, level: Int, row: Int) {
    guard error == nil else { return }
    do {
      let index = level - base
      guard levels.indices.contains(index) else { return }
      if levels[index].pieces.isEmpty { try begin(carried, level: level, row: row) }
      for (column, piece) in levels[index].pieces.enumerated() {
        switch piece {
        case .unused: break
        case .noted(let sink): carried.columns(column..<column + 1).save(to: sink)
        case .kept(let source): try carried.columns(column..<column + 1).restore(from: source)
        }
      }
      if (row + 1) % rowCount == 0 { try end(level: level) }
    } catch {
      self.error = error
    }
  }

  /// Throws the first error so far; `isLast` ends the pieces.
  func confirm(isLast: Bool) throws {
    if let error { throw error }
    guard isLast else { return }
    for index in levels.indices { try end(level: base + index) }
  }

  func keepTiles(of row: TileRow, level: Int, y: Int) {
    for (index, column) in row.columns.enumerated()
    where blocks.isKept(Block(level: level, column: column, row: y)) { row.keep(index) }
  }

  private func begin(_ carried: CarriedRow, level: Int, row: Int) throws {
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

  private func end(level: Int) throws {
    let ended = levels[level - base]
    levels[level - base].pieces = []
    for (column, piece) in zip(ended.columns, ended.pieces) {
      guard case .noted(let sink) = piece else { continue }
      let place = Block(level: level, column: column, row: ended.part * rowCount / tileSize)
      try blocks.note(sink, of: place, part: ended.part)
    }
  }
}
