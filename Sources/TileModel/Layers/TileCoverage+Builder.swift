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
  /// Number of runs that triggers the next sort, so that memory stays proportional to the remaining
  /// runs.
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
        TileCoverage.Row(y: Int(y), runs: runs[start..<end].map { Int($0.start)..<Int($0.end) }))
      start = end
    }
    return rows
  }
}

extension TileCoverage {
  /// Creates the coverage that holds exactly `tiles`; order and repetition do not matter.
  public init(_ tiles: some Sequence<TileCoordinate>) {
    var builder = Builder()
    for tile in tiles { builder.insert(tile) }
    self = builder.coverage
  }

  /// Creates the coverage that holds exactly the tiles of `ranges`, which may overlap.
  ///
  /// Time and memory follow the number of rows, not of tiles.
  public init(ranges: some Sequence<TileRange>) {
    var builder = Builder()
    for range in ranges { builder.insert(range) }
    self = builder.coverage
  }
}
