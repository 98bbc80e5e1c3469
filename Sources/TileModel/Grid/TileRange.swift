/// A rectangle of tiles at one zoom, half-open on both axes, listed row by row from the north-west.
public struct TileRange: Hashable, Sendable, Sequence {
  /// The level of every tile.
  public let zoom: Int
  /// The columns.
  public let x: Range<Int>
  /// The rows, northernmost first.
  public let y: Range<Int>

  /// Creates a range clipped to the grid at `zoom`; the result may be empty.
  public init(zoom: Int, x: Range<Int>, y: Range<Int>) {
    let all = 0..<(1 << zoom)
    self.zoom = zoom
    self.x = x.clamped(to: all)
    self.y = y.clamped(to: all)
  }

  /// The number of tiles.
  public var count: Int { x.count * y.count }
  /// Whether there is no tile.
  public var isEmpty: Bool { x.isEmpty || y.isEmpty }

  /// Whether `tile` is of this level and inside.
  public func contains(_ tile: TileCoordinate) -> Bool {
    tile.zoom == zoom && x.contains(tile.x) && y.contains(tile.y)
  }

  /// The tiles `levels` levels up (or down, when negative) that hold (or are held by) these.
  public func ancestor(levels: Int = 1) -> TileRange {
    guard !isEmpty else { return TileRange(zoom: zoom - levels, x: 0..<0, y: 0..<0) }
    func lift(_ range: Range<Int>) -> Range<Int> {
      levels >= 0
        ? (range.lowerBound >> levels)..<(((range.upperBound - 1) >> levels) + 1)
        : (range.lowerBound << -levels)..<(range.upperBound << -levels)
    }
    return TileRange(zoom: zoom - levels, x: lift(x), y: lift(y))
  }

  /// Lists every tile, row by row from the north-west.
  public func makeIterator() -> some IteratorProtocol<TileCoordinate> {
    let columns = x
    let zoom = zoom
    return y.lazy.flatMap { row in
      columns.lazy.map { TileCoordinate(unchecked: zoom, x: $0, y: row) }
    }.makeIterator()
  }
}
