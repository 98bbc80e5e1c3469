#if canImport(Darwin)
  @_exported public import CoreLocation
#else
  /// Degrees of latitude or longitude.
  public typealias CLLocationDegrees = Double
  /// Degrees clockwise from north.
  public typealias CLLocationDirection = Double
  /// Metres.
  public typealias CLLocationDistance = Double

  /// A position on WGS 84 in degrees, as in Core Location.
  public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north of the equator.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich.
    public var longitude: CLLocationDegrees

    /// Creates the position 0, 0.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Creates a position.
    ///
    /// Nothing is clamped or wrapped.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// An invalid position.
  public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(
    latitude: -180, longitude: -180)

  /// Creates a position.
  ///
  /// Nothing is clamped or wrapped.
  public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
  ) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  /// Whether the latitude is within ±90 and the longitude within ±180 degrees.
  public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
  }
#endif
