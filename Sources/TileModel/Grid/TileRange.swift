/// A rectangle of tiles at one zoom, half-open on both axes, listed row by row from the north-west.
///
/// Every empty range of a level is the same value, with both axes `0..<0`.
public struct TileRange: Hashable, Sendable {
  /// The level of every tile.
  public let zoom: Int
  /// The columns.
  public let x: Range<Int>
  /// The rows, northernmost first.
  public let y: Range<Int>

  /// Creates a range clipped to the grid at `zoom`; the result may be empty, and is empty when there
  /// is no such level.
  public init(zoom: Int, x: Range<Int>, y: Range<Int>) {
    let exists = (0...TileCoordinate.maximumZoom).contains(zoom)
    let all = 0..<(exists ? 1 << zoom : 0)
    let columns = x.clamped(to: all)
    let rows = y.clamped(to: all)
    let isEmpty = columns.isEmpty || rows.isEmpty
    self.zoom = zoom
    self.x = isEmpty ? 0..<0 : columns
    self.y = isEmpty ? 0..<0 : rows
  }

  /// The number of tiles.
  public var count: Int { x.count * y.count }
  /// Whether there is no tile.
  public var isEmpty: Bool { x.isEmpty }

  /// Whether `tile` is of this level and inside.
  public func contains(_ tile: TileCoordinate) -> Bool {
    tile.zoom == zoom && x.contains(tile.x) && y.contains(tile.y)
  }

  /// The tiles `levels` levels up (or down, when negative) that hold (or are held by) these.
  ///
  /// Empty when there is no such level.
  public func ancestor(levels: Int = 1) -> TileRange {
    let target = zoom - levels
    guard !isEmpty, (0...TileCoordinate.maximumZoom).contains(target) else {
      return TileRange(zoom: target, x: 0..<0, y: 0..<0)
    }
    func lift(_ range: Range<Int>) -> Range<Int> {
      levels >= 0
        ? (range.lowerBound >> levels)..<(((range.upperBound - 1) >> levels) + 1)
        : (range.lowerBound << -levels)..<(range.upperBound << -levels)
    }
    return TileRange(zoom: target, x: lift(x), y: lift(y))
  }
}

extension TileRange: Sequence {
  /// Lists the tiles of a range.
  public struct Iterator: IteratorProtocol {
    private let range: TileRange
    private var x: Int
    private var y: Int

    fileprivate init(_ range: TileRange) {
      self.range = range
      x = range.x.lowerBound
      y = range.y.lowerBound
    }

    /// The next tile, or `nil` after the last.
    public mutating func next() -> TileCoordinate? {
      guard y < range.y.upperBound else { return nil }
      let tile = TileCoordinate(unchecked: range.zoom, x: x, y: y)
      x += 1
      if x == range.x.upperBound {
        x = range.x.lowerBound
        y += 1
      }
      return tile
    }
  }

  /// Lists every tile, row by row from the north-west.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// The number of tiles.
  public var underestimatedCount: Int { count }
}
