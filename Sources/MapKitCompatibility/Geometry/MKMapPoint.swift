#if !canImport(Darwin)
  public import CoreLocationCompatibility
  import TileModel

  /// A position on the flat map: x grows east and y south from the north-west corner.
  ///
  /// The world is 2^28 units wide and high, those of tiles of 256 samples at zoom 20.
  public struct MKMapPoint: Sendable {
    /// Units east of the western edge.
    public var x: Double
    /// Units south of the northern edge.
    public var y: Double

    /// Creates the north-western corner.
    public init() { self.init(x: 0, y: 0) }

    /// Creates a point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    /// Projects a position.
    ///
    /// A latitude beyond ±85.0511 degrees gives a `y` outside the world.
    public init(_ coordinate: CLLocationCoordinate2D) {
      let point = WebMercator.project(
        GeographicCoordinate(latitude: coordinate.latitude, longitude: coordinate.longitude))
      let unit = MKMapSize.world.width / (2 * WebMercator.halfExtent)
      self.init(
        x: (point.x + WebMercator.halfExtent) * unit, y: (WebMercator.halfExtent - point.y) * unit)
    }

    /// The position of the point.
    public var coordinate: CLLocationCoordinate2D {
      let unit = 2 * WebMercator.halfExtent / MKMapSize.world.width
      let position = WebMercator.unproject(
        MercatorPoint(x: x * unit - WebMercator.halfExtent, y: WebMercator.halfExtent - y * unit))
      return CLLocationCoordinate2D(latitude: position.latitude, longitude: position.longitude)
    }
  }
#endif
