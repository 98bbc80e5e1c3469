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

/// A rectangle in degrees of WGS 84; `west > east` means that it crosses the antimeridian.
public struct GeographicBounds: Hashable, Sendable {
  /// The western edge in degrees.
  public var west: Double
  /// The southern edge in degrees.
  public var south: Double
  /// The eastern edge in degrees.
  public var east: Double
  /// The northern edge in degrees.
  public var north: Double

  /// Creates bounds.
  public init(west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// The bounds of a projected rectangle.
  public init(_ bounds: MercatorBounds) {
    let southWest = WebMercator.unproject(MercatorPoint(x: bounds.minX, y: bounds.minY))
    let northEast = WebMercator.unproject(MercatorPoint(x: bounds.maxX, y: bounds.maxY))
    self.init(
      west: southWest.longitude, south: southWest.latitude, east: northEast.longitude,
      north: northEast.latitude)
  }
}
