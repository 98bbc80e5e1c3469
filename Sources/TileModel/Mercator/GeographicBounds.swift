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

  package var edges: [Double] { [west, south, east, north] }

  /// The bounds in projected metres: one rectangle, or across the antimeridian the western part and
  /// then the eastern.
  ///
  /// Latitudes beyond the projected square are clipped to it; parts without width are left out.
  public var mercatorBounds: [MercatorBounds] {
    func part(_ west: Double, _ east: Double) -> MercatorBounds {
      let limit = WebMercator.maximumLatitude
      let corners = [(west, south), (east, north)].map { longitude, latitude in
        WebMercator.project(
          GeographicCoordinate(latitude: min(max(latitude, -limit), limit), longitude: longitude))
      }
      return MercatorBounds(
        minX: corners[0].x, minY: corners[0].y, maxX: corners[1].x, maxY: corners[1].y)
    }
    guard west > east else { return [part(west, east)] }
    return [(west, 180), (-180, east)].filter { $0.0 < $0.1 }.map(part)
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
