public import CoreLocationCompatibility
public import Foundation
public import TileLayers

/// The camera of a map: target, zoom, bearing and viewing angle.
///
/// The initialiser takes every value into its range: latitudes to ±85, longitudes round to [-180, 180),
/// zooms to ``kGMSMinZoomLevel``...``kGMSMaxZoomLevel``, and bearings round to [0, 360). Viewing angles end
/// at 30 degrees up to zoom 10 and at 65 from zoom 16. NaN, and infinite longitudes and bearings, count as
/// 0, for a zoom as the lowest.
open class GMSCameraPosition: Hashable {
  /// The position in terms of `TileLayers`.
  ///
  /// It is not part of the SDK.
  public fileprivate(set) var position: CameraPosition

  /// The position in the middle of the map.
  open var target: CLLocationCoordinate2D { CLLocationCoordinate2D(position.target) }
  /// The zoom: at zoom z the world is 256 × 2^z points wide.
  open var zoom: Float { Float(position.zoom) }
  /// The compass direction of the top edge in degrees clockwise from north.
  open var bearing: CLLocationDirection { position.bearing }
  /// The tilt in degrees from straight down.
  open var viewingAngle: Double { position.viewingAngle }

  /// Creates a position.
  public required init(
    target: CLLocationCoordinate2D, zoom: Float, bearing: CLLocationDirection, viewingAngle: Double
  ) {
    position = CameraPosition(
      target: target.geographic, zoom: Double(GMSZoomLevels.clamp(zoom)), bearing: bearing,
      viewingAngle: viewingAngle)
  }

  init(_ position: CameraPosition) { self.position = position }

  /// Creates a position that looks straight down with north up.
  public convenience init(target: CLLocationCoordinate2D, zoom: Float) {
    self.init(target: target, zoom: zoom, bearing: 0, viewingAngle: 0)
  }

  /// Creates a position that looks straight down with north up.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees, zoom: Float) {
    self.init(latitude: latitude, longitude: longitude, zoom: zoom, bearing: 0, viewingAngle: 0)
  }

  /// Creates a position.
  public convenience init(
    latitude: CLLocationDegrees, longitude: CLLocationDegrees, zoom: Float,
    bearing: CLLocationDirection, viewingAngle: Double
  ) {
    self.init(
      target: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), zoom: zoom,
      bearing: bearing, viewingAngle: viewingAngle)
  }

  /// Creates a position that looks straight down with north up.
  open class func camera(withTarget target: CLLocationCoordinate2D, zoom: Float) -> Self {
    self.init(target: target, zoom: zoom, bearing: 0, viewingAngle: 0)
  }

  /// Creates a position that looks straight down with north up.
  open class func camera(
    withLatitude latitude: CLLocationDegrees, longitude: CLLocationDegrees, zoom: Float
  ) -> Self {
    camera(withTarget: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), zoom: zoom)
  }

  /// Creates a position.
  open class func camera(
    withTarget target: CLLocationCoordinate2D, zoom: Float, bearing: CLLocationDirection,
    viewingAngle: Double
  ) -> Self {
    self.init(target: target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  }

  /// Creates a position.
  open class func camera(
    withLatitude latitude: CLLocationDegrees, longitude: CLLocationDegrees, zoom: Float,
    bearing: CLLocationDirection, viewingAngle: Double
  ) -> Self {
    camera(
      withTarget: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), zoom: zoom,
      bearing: bearing, viewingAngle: viewingAngle)
  }

  /// The zoom at which a length on the ground is drawn with a length on the screen, not clamped.
  ///
  /// - Parameters:
  ///   - coordinate: The position, with a latitude within (-90, 90).
  ///   - meters: The length on the ground, greater than 0.
  ///   - points: The length on the screen, greater than 0.
  /// - Returns: The zoom, which may be outside the supported ones.
  open class func zoom(
    at coordinate: CLLocationCoordinate2D, forMeters meters: CLLocationDistance,
    perPoints points: CGFloat
  ) -> Float {
    Float(
      CameraPosition.zoom(at: coordinate.geographic, forMetres: meters, perPoints: Double(points)))
  }

  /// The position itself, or an immutable copy of a mutable one.
  open func copy() -> Any { GMSCameraPosition(position) }

  /// A ``GMSMutableCameraPosition`` of the same values.
  open func mutableCopy() -> Any { GMSMutableCameraPosition(position) }

  /// Whether all values are equal.
  public static func == (left: GMSCameraPosition, right: GMSCameraPosition) -> Bool {
    left.position == right.position
  }

  /// Hashes all values.
  public func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

/// A camera position with settable values, each clamped at once.
///
/// NaN, and infinity where it cannot be clamped, change nothing. Lowering the zoom can lower the viewing
/// angle, which raising the zoom does not restore.
public final class GMSMutableCameraPosition: GMSCameraPosition {
  /// The position in the middle of the map.
  public override var target: CLLocationCoordinate2D {
    get { super.target }
    set { position = position.with(target: newValue.geographic) }
  }

  /// The zoom.
  public override var zoom: Float {
    get { super.zoom }
    set {
      position = position.with(zoom: newValue.isNaN ? nil : Double(GMSZoomLevels.clamp(newValue)))
    }
  }

  /// The compass direction of the top edge in degrees clockwise from north.
  public override var bearing: CLLocationDirection {
    get { super.bearing }
    set { position = position.with(bearing: newValue) }
  }

  /// The tilt in degrees from straight down.
  public override var viewingAngle: Double {
    get { super.viewingAngle }
    set { position = position.with(viewingAngle: newValue) }
  }
}
