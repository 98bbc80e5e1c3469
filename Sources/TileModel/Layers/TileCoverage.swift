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

    /// Whether the level holds the tile at a column and row; O(log rows + log runs).
    public func contains(x: Int, y: Int) -> Bool {
      guard let row = rows.binarySearch(where: { $0.y < y }), row.y == y else { return false }
      guard let run = row.runs.binarySearch(where: { $0.upperBound <= x }) else { return false }
      return run.contains(x)
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

  /// Every tile, by zoom, then row from the north, then column.
  public var tiles: some Sequence<TileCoordinate> {
    levels.lazy.flatMap { level in
      level.rows.lazy.flatMap { row in
        row.runs.lazy.joined().map { TileCoordinate(unchecked: level.zoom, x: $0, y: row.y) }
      }
    }
  }

  /// Creates the coverage that holds exactly `tiles`; order and repetition do not matter.
  public init(_ tiles: some Sequence<TileCoordinate>) {
    var builder = Builder()
    for tile in tiles { builder.insert(tile) }
    self = builder.coverage
  }

  /// Creates the coverage that holds exactly the tiles of `ranges`, which may overlap.
  ///
  /// Time and memory follow the number of rows, not of tiles.
  public init(_ ranges: some Sequence<TileRange>) {
    var builder = Builder()
    for range in ranges { builder.insert(range) }
    self = builder.coverage
  }

  fileprivate init(levels: [Level]) { self.levels = levels }
}

extension Array {
  /// The first element for which `precedes` is false, given that it holds for a prefix only.
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

extension TileCoverage {
  /// Collects tiles into a coverage while they are made.
  ///
  /// Tiles may come in any order and more than once. Memory follows the number of runs; tiles that
  /// come row by row from the north-west within their zoom, as builds make them, cost a comparison.
  public struct Builder: Sendable {
    private var levels = [RunList](repeating: RunList(), count: TileCoordinate.maximumZoom + 1)

    /// Creates an empty builder.
    public init() {}

    /// Adds one tile.
    public mutating func insert(_ tile: TileCoordinate) {
      levels[tile.zoom].insert(
        Run(y: UInt32(tile.y), start: UInt32(tile.x), end: UInt32(tile.x + 1)))
    }

    /// Adds every tile of a range.
    public mutating func insert(_ range: TileRange) {
      for y in range.y {
        levels[range.zoom].insert(
          Run(y: UInt32(y), start: UInt32(range.x.lowerBound), end: UInt32(range.x.upperBound)))
      }
    }

    /// The tiles added so far.
    public var coverage: TileCoverage {
      TileCoverage(
        levels: levels.enumerated().compactMap { zoom, list in
          let rows = list.rows
          return rows.isEmpty ? nil : Level(zoom: zoom, rows: rows)
        })
    }
  }
}

/// Columns `start..<end` of row `y`.
private struct Run: Sendable {
  var y: UInt32
  var start: UInt32
  var end: UInt32
}

/// The runs of one zoom: a canonical prefix, then runs in order of arrival.
private struct RunList: Sendable {
  private var runs: [Run] = []
  private var isCanonical = true
  /// The number of runs at which an unordered list is next put in order, so that memory stays
  /// proportional to the runs that remain.
  private var compactionLimit = 4096

  mutating func insert(_ run: Run) {
    guard let last = runs.last else { return runs.append(run) }
    if run.y == last.y, run.start >= last.start, run.start <= last.end {
      if run.end > last.end { runs[runs.count - 1].end = run.end }
      return
    }
    isCanonical = isCanonical && (run.y, run.start) > (last.y, last.end)
    runs.append(run)
    if !isCanonical, runs.count >= compactionLimit {
      runs = canonical
      isCanonical = true
      compactionLimit = max(4096, 2 * runs.count)
    }
  }

  /// The same tiles as ordered runs that neither touch nor overlap.
  private var canonical: [Run] {
    guard !isCanonical else { return runs }
    var merged: [Run] = []
    for run in runs.sorted(by: { ($0.y, $0.start) < ($1.y, $1.start) }) {
      if let last = merged.last, last.y == run.y, run.start <= last.end {
        merged[merged.count - 1].end = max(last.end, run.end)
      } else {
        merged.append(run)
      }
    }
    return merged
  }

  var rows: [TileCoverage.Row] {
    let runs = canonical
    var rows: [TileCoverage.Row] = []
    var start = 0
    while start < runs.count {
      let y = runs[start].y
      var end = start + 1
      while end < runs.count, runs[end].y == y { end += 1 }
      rows.append(
        TileCoverage.Row(
          y: Int(y), runs: runs[start..<end].map { Int($0.start)..<Int($0.end) }))
      start = end
    }
    return rows
  }
}
