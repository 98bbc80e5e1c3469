public import TileModel

/// The tiles of one zoom of a plan.
public struct PyramidLevel: Hashable, Sendable {
  /// The rectangle of tiles that the image's bounds meet, in the plan's own columns; see
  /// ``PyramidPlan/address(zoom:column:row:)``.
  public let range: TileRange
  /// The size of one sample in projected metres.
  public let resolution: Double
  /// The zoom.
  public var zoom: Int { range.zoom }

  /// The same level in squares of 2 × 2 tiles.
  var metatiles: PyramidLevel {
    func halved(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound >> 1..<(range.upperBound + 1) >> 1
    }
    return PyramidLevel(
      range: TileRange(zoom: zoom, x: halved(range.x), y: halved(range.y)), resolution: resolution)
  }
}
