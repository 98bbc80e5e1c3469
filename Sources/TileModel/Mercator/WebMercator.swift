import Platform

/// The spherical Mercator projection of EPSG:3857.
///
/// Forward uses `asinh(tan(latitude))`, which is exactly zero at the equator where the textbook
/// `ln(tan(π/4 + φ/2))` is not.
public enum WebMercator {
  /// The radius of the sphere in metres: the WGS 84 semi-major axis.
  public static let earthRadius = 6_378_137.0
  /// Half the side of the projected square in metres, `π × earthRadius`.
  public static let halfExtent = 20_037_508.342789244
  /// The side of the projected square in metres.
  public static let extent = 2 * halfExtent
  /// The latitude in degrees at which the projected square ends, `atan(sinh(π))`.
  public static let maximumLatitude = 85.0511287798066

  /// Projects a position.
  ///
  /// The poles, and latitudes beyond them, map to ordinates far outside the projected square.
  /// Longitudes are not wrapped.
  public static func project(_ position: GeographicCoordinate) -> MercatorPoint {
    // The formula would continue on the other hemisphere.
    let phi = min(max(position.latitude, -90), 90) * .pi / 180
    return MercatorPoint(x: position.longitude / 180 * halfExtent, y: earthRadius * asinh(tan(phi)))
  }

  /// Inverts ``project(_:)``.
  public static func unproject(_ point: MercatorPoint) -> GeographicCoordinate {
    GeographicCoordinate(
      latitude: atan(sinh(point.y / earthRadius)) * 180 / .pi,
      longitude: point.x / halfExtent * 180)
  }

  /// The scale factor of the projection at a projected `y`: `1 / cos(latitude)`.
  ///
  /// Ground metres are projected metres divided by this factor.
  public static func scaleFactor(atY y: Double) -> Double { cosh(y / earthRadius) }
}

/// A position on WGS 84, in degrees.
public struct GeographicCoordinate: Hashable, Sendable {
  /// Degrees north of the equator.
  public var latitude: Double
  /// Degrees east of Greenwich.
  public var longitude: Double

  /// Creates a position; nothing is clamped or wrapped.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
