/// Exactly which tiles of a pyramid exist.
///
/// Per zoom, rows from the north; per row, runs of columns from the west. The form is canonical: runs
/// never touch or overlap and no row is empty, so equal sets of tiles are equal values.
public struct TileCoverage: Hashable, Sendable {
  /// The tiles of one row of one zoom.
  public struct Row: Hashable, Sendable {
    /// The row, counted from the north.
    public let y: Int
    /// The columns present, ascending, separated by at least one absent column.
    public let runs: [Range<Int>]
  }

  /// The tiles of one zoom.
  public struct Level: Hashable, Sendable {
    /// The level.
    public let zoom: Int
    /// The rows that hold at least one tile, from the north.
    public let rows: [Row]

    /// The number of tiles.
    public var tileCount: Int {
      rows.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.count } }
    }

    /// The smallest rectangle that holds every tile of the level.
    public var boundingRange: TileRange {
      guard let first = rows.first, let last = rows.last else {
        return TileRange(zoom: zoom, x: 0..<0, y: 0..<0)
      }
      let west = rows.compactMap { $0.runs.first?.lowerBound }.min() ?? 0
      let east = rows.compactMap { $0.runs.last?.upperBound }.max() ?? 0
      return TileRange(zoom: zoom, x: west..<east, y: first.y..<(last.y + 1))
    }

    /// Every tile, by row from the north, then column.
    public var tiles: [TileCoordinate] {
      rows.flatMap { row in
        row.runs.flatMap { run in run.map { TileCoordinate(unchecked: zoom, x: $0, y: row.y) } }
      }
    }

    /// Whether the level holds the tile at a column and row; O(log rows + log runs).
    public func contains(x: Int, y: Int) -> Bool { contains(x: x..<(x + 1), y: y) }

    func contains(x: Range<Int>, y: Int) -> Bool {
      guard let row = rows.binarySearch(where: { $0.y < y }), row.y == y else { return false }
      guard let run = row.runs.binarySearch(where: { $0.upperBound <= x.lowerBound }) else {
        return false
      }
      return run.lowerBound <= x.lowerBound && x.upperBound <= run.upperBound
    }
  }

  /// The levels that hold at least one tile, ascending.
  public let levels: [Level]

  /// The number of tiles of all levels.
  public var tileCount: Int { levels.reduce(0) { $0 + $1.tileCount } }

  /// The level at `zoom`, or `nil` when it holds no tile.
  public func level(atZoom zoom: Int) -> Level? { levels.first { $0.zoom == zoom } }

  /// Whether `tile` exists.
  public func contains(_ tile: TileCoordinate) -> Bool {
    level(atZoom: tile.zoom)?.contains(x: tile.x, y: tile.y) ?? false
  }

  /// Whether every tile of this coverage is one of `other`; time follows the number of runs.
  public func isSubset(of other: TileCoverage) -> Bool {
    levels.allSatisfy { level in
      guard let whole = other.level(atZoom: level.zoom) else { return false }
      return level.rows.allSatisfy { row in row.runs.allSatisfy { whole.contains(x: $0, y: row.y) }
      }
    }
  }

  package static func tiles(
    outside bounds: GeographicBounds, of level: Level, grid: TileGrid, slack: Double
  ) -> some Sequence<TileCoordinate> {
    let ranges = bounds.mercatorBounds.map {
      grid.tiles(covering: $0, atZoom: level.zoom, tolerance: -slack)
    }
    return level.rows.lazy.flatMap { row in
      let inside = ranges.filter { $0.y.contains(row.y) }.map(\.x)
      return row.runs.lazy.flatMap { run in
        // Nearly every run is inside as a whole.
        let isWhole = inside.contains { $0.clamped(to: run) == run }
        return (isWhole ? run.lowerBound..<run.lowerBound : run).lazy.filter { x in
          !inside.contains { $0.contains(x) }
        }.map { TileCoordinate(unchecked: level.zoom, x: $0, y: row.y) }
      }
    }
  }

  /// Every tile, by zoom, then row from the north, then column.
  public var tiles: some Sequence<TileCoordinate> { Tiles(levels: levels) }

  init(levels: [Level]) { self.levels = levels }
}

/// A flat iterator of the tiles; a nest of lazy sequences would cost microseconds a tile.
private struct Tiles: Sequence, IteratorProtocol {
  private let levels: [TileCoverage.Level]
  private var level = 0
  private var row = 0
  private var run = 0
  private var zoom = 0
  private var y = 0
  private var columns = 0..<0

  init(levels: [TileCoverage.Level]) { self.levels = levels }

  mutating func next() -> TileCoordinate? {
    while columns.isEmpty {
      guard level < levels.count else { return nil }
      guard row < levels[level].rows.count else {
        level += 1
        row = 0
        continue
      }
      guard run < levels[level].rows[row].runs.count else {
        row += 1
        run = 0
        continue
      }
      zoom = levels[level].zoom
      y = levels[level].rows[row].y
      columns = levels[level].rows[row].runs[run]
      run += 1
    }
    let x = columns.lowerBound
    columns = (x + 1)..<columns.upperBound
    return TileCoordinate(unchecked: zoom, x: x, y: y)
  }
}

extension Array {
  /// The first element for which `precedes` is false; it must hold for a prefix only.
  fileprivate func binarySearch(where precedes: (Element) -> Bool) -> Element? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low < endIndex ? self[low] : nil
  }
}
