import TileModel

/// The probable system of coordinates without one, judged by their size alone.
public enum LikelySystem: Hashable, Sendable {
  /// Coordinates within ±180 and ±90.
  case geographic
  /// Coordinates within the square of Web Mercator, but not within a UTM zone.
  case webMercator
  /// Coordinates within both the square of Web Mercator and a UTM zone.
  case webMercatorOrZone
  /// Coordinates within none of these.
  case other

  package init(_ points: some Sequence<CRSPoint>) {
    var count = 0
    var (fitsDegrees, fitsMercator, fitsZone) = (true, true, true)
    // Rounding of a step puts the edge of a map of the world a little beyond it.
    let slack = 1.000_001
    for point in points {
      count += 1
      let (x, y) = (point.x.magnitude, point.y.magnitude)
      if !(x <= 180 * slack && y <= 90 * slack) { fitsDegrees = false }
      let limit = WebMercator.halfExtent * slack
      if !(x <= limit && y <= limit) { fitsMercator = false }
      if !(100_000...900_000).contains(point.x) || !(0...10_000_000).contains(point.y) {
        fitsZone = false
      }
    }
    if count == 0 {
      self = .other
    } else if fitsDegrees {
      self = .geographic
    } else if fitsMercator {
      self = fitsZone ? .webMercatorOrZone : .webMercator
    } else {
      self = .other
    }
  }

  /// A registered system in which coordinates may be.
  public struct Registered: Hashable, Sendable {
    /// The code, such as `EPSG:2056`.
    public let code: String
    /// The code with the place of the coordinates in the system.
    public let text: String

    package init(_ code: String, _ text: String) { (self.code, self.text) = (code, text) }
  }
}
