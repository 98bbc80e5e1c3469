/// A position in EPSG:3857, in projected metres, x east and y north.
public struct MercatorPoint: Hashable, Sendable {
  /// Metres east of the Greenwich meridian.
  public var x: Double
  /// Metres north of the equator.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether both coordinates are finite numbers.
  public var isFinite: Bool { x.isFinite && y.isFinite }
}

/// A rectangle in EPSG:3857, in projected metres.
public struct MercatorBounds: Hashable, Sendable {
  /// The western edge.
  public var minX: Double
  /// The southern edge.
  public var minY: Double
  /// The eastern edge.
  public var maxX: Double
  /// The northern edge.
  public var maxY: Double

  /// Creates bounds.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The smallest bounds that hold every point, or `nil` when there is none.
  public init?(enclosing points: some Sequence<MercatorPoint>) {
    var bounds: MercatorBounds?
    for point in points {
      let one = MercatorBounds(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
      bounds = bounds?.union(one) ?? one
    }
    guard let bounds else { return nil }
    self = bounds
  }

  /// The extent in x, in projected metres.
  public var width: Double { maxX - minX }
  /// The extent in y, in projected metres.
  public var height: Double { maxY - minY }
  /// The north-western corner.
  public var northWest: MercatorPoint { MercatorPoint(x: minX, y: maxY) }
  /// The south-eastern corner.
  public var southEast: MercatorPoint { MercatorPoint(x: maxX, y: minY) }
  /// The middle.
  public var center: MercatorPoint { MercatorPoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

  /// The smallest bounds that hold both.
  public func union(_ other: MercatorBounds) -> MercatorBounds {
    MercatorBounds(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// The common part, or `nil` when there is none of positive area.
  public func intersection(_ other: MercatorBounds) -> MercatorBounds? {
    let common = MercatorBounds(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return common.minX < common.maxX && common.minY < common.maxY ? common : nil
  }
}
