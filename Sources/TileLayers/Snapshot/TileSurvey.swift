import Platform
import TileModel

/// Finds the tiles that the rows of a picture sample.
struct TileSurvey {
  private(set) var tiles: [TileCoordinate] = []
  private(set) var levels = [TileLevel?](repeating: nil, count: TileCoordinate.maximumZoom + 1)
  private let layer: TileLayer
  private let side: Double
  private let width: Double
  private var numbers: [TileCoordinate: Int32] = [:]
  private static let unknown: Int32 = -2
  private static let none: Int32 = -1

  init(layer: TileLayer, side: Int, width: Int) {
    self.layer = layer
    self.width = Double(width)
    self.side = Double(side)
  }

  mutating func extend(_ row: RowSampling) {
    for line in row.lines {
      let area = tiles(from: 0, to: width, of: line)
      guard let level = levels[row.zoom] else {
        levels[row.zoom] = TileLevel(
          firstColumn: area.columns.lowerBound, firstRow: area.rows.lowerBound,
          columns: area.columns.count, rows: area.rows.count, numbers: [])
        continue
      }
      let (left, top) = (
        min(level.firstColumn, area.columns.lowerBound), min(level.firstRow, area.rows.lowerBound)
      )
      levels[row.zoom] = TileLevel(
        firstColumn: left, firstRow: top,
        columns: max(level.firstColumn + level.columns, area.columns.upperBound + 1) - left,
        rows: max(level.firstRow + level.rows, area.rows.upperBound + 1) - top, numbers: [])
    }
  }

  mutating func makeSlots() {
    for index in levels.indices {
      guard let level = levels[index] else { continue }
      levels[index]?.numbers = [Int32](repeating: Self.unknown, count: level.columns * level.rows)
    }
  }

  mutating func mark(_ row: RowSampling) {
    for line in row.lines {
      let length = hypot(line.stepX, line.stepY) * width
      // Pieces of half a tile keep the rectangles around an oblique line close to it.
      let pieces = max((length / side * 2).rounded(.up), 1)
      for piece in 0..<Int(pieces) {
        let area = sampledTiles(
          from: (Double(piece) / pieces * width).rounded(.down),
          to: (Double(piece + 1) / pieces * width).rounded(.up), of: line, columns: row.columns)
        for y in area.rows { for x in area.columns { mark(zoom: row.zoom, x: x, y: y) } }
      }
    }
  }

  private mutating func mark(zoom: Int, x: Int, y: Int) {
    // Holding on to the level would copy its numbers when one is set.
    guard let slot = levels[zoom]?.slot(x: x, y: y), levels[zoom]?.numbers[slot] == Self.unknown
    else { return }
    var number = Self.none
    // Copies of the world are side by side.
    let mask = 1 << zoom - 1
    if let tile = TileCoordinate(zoom: zoom, x: x & mask, y: y) {
      if let known = numbers[tile] {
        number = known
      } else if layer.derivation(of: tile) != nil {
        number = Int32(tiles.count)
        numbers[tile] = number
        tiles.append(tile)
      }
    }
    levels[zoom]?.numbers[slot] = number
  }

  /// Exactly the tiles whose samples contribute: a view of four tiles asks for four.
  private func sampledTiles(
    from start: Double, to end: Double, of line: SampleLine, columns: Int
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let inset = 0.5 / Double(columns)
    func range(_ origin: Double, _ step: Double) -> ClosedRange<Int> {
      let (one, other) = (
        origin + (start + inset) * step - 0.5, origin + (end - inset) * step - 0.5
      )
      let samples = TileSampler.samples(from: min(one, other), to: max(one, other))
      return Int(
        (samples.lowerBound / side).rounded(.down))...Int(
          (samples.upperBound / side).rounded(.down))
    }
    return (range(line.x, line.stepX), range(line.y, line.stepY))
  }

  private func tiles(
    from start: Double, to end: Double, of line: SampleLine
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    func range(_ origin: Double, _ step: Double) -> ClosedRange<Int> {
      let (one, other) = (origin + start * step, origin + end * step)
      return Int(
        ((min(one, other) - 2) / side).rounded(.down))...Int(
          ((max(one, other) + 2) / side).rounded(.down))
    }
    return (range(line.x, line.stepX), range(line.y, line.stepY))
  }
}

/// Sampled tiles of a level by position.
struct TileLevel {
  /// Not wrapped into the world.
  var firstColumn: Int
  var firstRow: Int
  var columns: Int
  var rows: Int
  /// Tile numbers row by row; -1 for none.
  var numbers: [Int32]

  func slot(x: Int, y: Int) -> Int { (y - firstRow) * columns + x - firstColumn }
}
