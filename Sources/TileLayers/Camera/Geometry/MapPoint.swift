package import TileModel

/// A position on the flat Web Mercator map: x grows east, y grows north, (0, 0) is the middle.
///
/// The world spans -1...1 both ways, so that one unit is half the width of the world, 128 × 2^zoom
/// points.
package struct MapPoint: Hashable, Sendable {
  /// Half worlds east of Greenwich.
  package var x: Double
  /// Half worlds north of the equator.
  package var y: Double

  /// Creates a point.
  ///
  /// Nothing is wrapped.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Projects a position.
  ///
  /// Its longitude is not wrapped, and latitudes beyond 85.0511 are outside ±1.
  package init(_ coordinate: GeographicCoordinate) {
    let point = WebMercator.project(coordinate)
    self.init(x: point.x / WebMercator.halfExtent, y: point.y / WebMercator.halfExtent)
  }

  /// The position of the point, its longitude wrapped into [-180, 180).
  package var coordinate: GeographicCoordinate {
    let position = WebMercator.unproject(
      MercatorPoint(x: x * WebMercator.halfExtent, y: y * WebMercator.halfExtent))
    return GeographicCoordinate(
      latitude: position.latitude, longitude: Degrees.wrappedLongitude(position.longitude))
  }

  /// The point at a fraction of the straight line to `other`, along the short way round the world.
  ///
  /// Fraction 0 gives this point and 1 the other. The x of the result is in [-1, 1).
  package func interpolated(to other: MapPoint, fraction: Double) -> MapPoint {
    let plain = x + shortWay(to: other) * fraction
    return MapPoint(
      x: plain - 2 * ((plain + 1) / 2).rounded(.down), y: y + (other.y - y) * fraction)
  }

  /// The length of the straight line to `other` along the short way round the world, in half worlds.
  package func distance(to other: MapPoint) -> Double {
    let (width, height) = (shortWay(to: other), other.y - y)
    return (width * width + height * height).squareRoot()
  }

  private func shortWay(to other: MapPoint) -> Double {
    let width = (other.x - x).truncatingRemainder(dividingBy: 2)
    return width > 1 ? width - 2 : width < -1 ? width + 2 : width
  }
}
