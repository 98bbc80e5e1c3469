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
    for tile in tiles.sorted() { builder.insert(tile) }
    self = builder.coverage
  }

  fileprivate init(levels: [Level]) { self.levels = levels }

  /// Collects tiles into a coverage while they are made, in memory proportional to the runs.
  public struct Builder: Sendable {
    private var rows: [Int: [Int: [Range<Int>]]] = [:]

    /// Creates an empty builder.
    public init() {}

    /// Adds one tile; within a row, columns must come in ascending order, rows and zooms in any.
    public mutating func insert(_ tile: TileCoordinate) {
      var runs = rows[tile.zoom, default: [:]].removeValue(forKey: tile.y) ?? []
      if let last = runs.last, tile.x <= last.upperBound {
        runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, tile.x + 1)
      } else {
        runs.append(tile.x..<(tile.x + 1))
      }
      rows[tile.zoom]?[tile.y] = runs
    }

    /// The tiles added so far.
    public var coverage: TileCoverage {
      TileCoverage(
        levels: rows.sorted { $0.key < $1.key }.map { zoom, rows in
          Level(
            zoom: zoom,
            rows: rows.sorted { $0.key < $1.key }.map { Row(y: $0.key, runs: $0.value) })
        })
    }
  }
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
