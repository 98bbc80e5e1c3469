import Platform
public import TileModel

/// A view of the flat map: target, zoom, bearing and viewing angle.
///
/// Every position is valid: the initialiser clamps or wraps values out of range. NaN, and an infinite
/// longitude or bearing, count as 0. The limits of a ``Viewport`` may be narrower.
public struct CameraPosition: Hashable, Sendable {
  /// The width of the world at zoom 0, in points.
  public static let worldSizeAtZoomZero = 256.0
  /// The latitude in degrees, north and south, beyond which no camera looks.
  public static let maximumLatitude = 85.0

  /// The position in the middle: latitude in ±85, longitude in [-180, 180).
  public let target: GeographicCoordinate
  /// The level, 0...30.
  ///
  /// The world is 256 × 2^zoom points wide.
  public let zoom: Double
  /// The compass direction of the top edge in degrees clockwise from north, in [0, 360).
  public let bearing: Double
  /// The tilt in degrees from straight down, 0 to ``maximumViewingAngle(atZoom:)``.
  public let viewingAngle: Double

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - target: The position in the middle, clamped to latitudes of ±85 and wrapped in longitude.
  ///   - zoom: The level, clamped to 0...30.
  ///   - bearing: The direction of the top edge in degrees, wrapped.
  ///   - viewingAngle: The tilt in degrees, clamped to what the zoom allows.
  public init(
    target: GeographicCoordinate, zoom: Double, bearing: Double = 0, viewingAngle: Double = 0
  ) {
    func number(_ value: Double) -> Double { value.isNaN ? 0 : value }
    let zoom = ZoomLimits.supported.clamp(zoom)
    self.target = GeographicCoordinate(
      latitude: min(max(number(target.latitude), -Self.maximumLatitude), Self.maximumLatitude),
      longitude: number(Degrees.wrappedLongitude(target.longitude)))
    self.zoom = zoom
    self.bearing = number(Degrees.wrappedBearing(bearing))
    self.viewingAngle = min(max(number(viewingAngle), 0), Self.maximumViewingAngle(atZoom: zoom))
  }

  /// Creates a position from degrees, as ``init(target:zoom:bearing:viewingAngle:)`` does.
  public init(
    latitude: Double, longitude: Double, zoom: Double, bearing: Double = 0, viewingAngle: Double = 0
  ) {
    self.init(
      target: GeographicCoordinate(latitude: latitude, longitude: longitude), zoom: zoom,
      bearing: bearing, viewingAngle: viewingAngle)
  }

  /// The position with some properties replaced, clamped and wrapped again.
  ///
  /// NaN replaces nothing, and neither does an infinite longitude or bearing. Lowering the zoom can lower
  /// the viewing angle, which raising the zoom does not restore.
  public func with(
    target: GeographicCoordinate? = nil, zoom: Double? = nil, bearing: Double? = nil,
    viewingAngle: Double? = nil
  ) -> CameraPosition {
    func number(_ value: Double?) -> Double? { value.flatMap { $0.isNaN ? nil : $0 } }
    let isPosition = target.map { !$0.latitude.isNaN && $0.longitude.isFinite } ?? false
    return CameraPosition(
      target: isPosition ? target ?? self.target : self.target, zoom: number(zoom) ?? self.zoom,
      bearing: bearing.flatMap { $0.isFinite ? $0 : nil } ?? self.bearing,
      viewingAngle: number(viewingAngle) ?? self.viewingAngle)
  }

  /// The width of the world in points, 256 × 2^zoom.
  public var worldSize: Double { Self.worldSize(atZoom: zoom) }

  /// The width of the world in points at a zoom.
  public static func worldSize(atZoom zoom: Double) -> Double { worldSizeAtZoomZero * exp2(zoom) }

  /// The greatest viewing angle in degrees that a zoom allows.
  ///
  /// It is 30 up to zoom 10 and 65 from zoom 16. In between it is linear from (10, 30) over (14, 45) to
  /// (16, 65).
  public static func maximumViewingAngle(atZoom zoom: Double) -> Double {
    switch zoom {
    case ...10: 30
    case ..<14: 30 + (zoom - 10) * (45 - 30) / (14 - 10)
    case ..<16: 45 + (zoom - 14) * (65 - 45) / (16 - 14)
    default: 65
    }
  }

  /// The zoom at which a length on the ground is as long as one on the screen, not clamped.
  ///
  /// Lengths on the ground are measured on the sphere of `GreatCircle.earthRadius`. They hold near the
  /// coordinate only.
  ///
  /// - Parameters:
  ///   - coordinate: The position, with a latitude within (-90, 90).
  ///   - metres: The length on the ground, greater than 0.
  ///   - points: The length on the screen, greater than 0.
  /// - Returns: The zoom, which may be outside 0...30.
  public static func zoom(
    at coordinate: GeographicCoordinate, forMetres metres: Double, perPoints points: Double
  ) -> Double { log2(points / metres * parallel(at: coordinate) / worldSizeAtZoomZero) }

  static func zoom(drawing pointsAtZoomZeroPerPoint: Double) -> Double {
    -log2(pointsAtZoomZeroPerPoint)
  }

  /// In metres.
  static func parallel(at coordinate: GeographicCoordinate) -> Double {
    2 * .pi * GreatCircle.earthRadius * cos(coordinate.latitude * .pi / 180)
  }
}

/// The zooms that a view allows, in levels: at zoom z the world is 256 × 2^z points wide.
public struct ZoomLimits: Hashable, Sendable {
  /// Every zoom of the tile grid, 0...30.
  public static let supported = ZoomLimits(0...30)

  /// The lowest zoom allowed.
  public let minimum: Double
  /// The highest zoom allowed.
  public let maximum: Double

  /// Creates limits, clamped to 0...30.
  public init(_ zooms: ClosedRange<Double>) {
    let allowed = zooms.clamped(to: 0...30)
    minimum = allowed.lowerBound
    maximum = allowed.upperBound
  }

  /// The allowed zoom closest to `zoom`, the lowest for NaN.
  public func clamp(_ zoom: Double) -> Double {
    zoom.isNaN ? minimum : min(max(zoom, minimum), maximum)
  }
}
