#if !canImport(Darwin)
  public import CoreLocationCompatibility
  import Foundation
  import TileLayers

  /// The width and height of a region in degrees.
  public struct MKCoordinateSpan: Sendable {
    /// Degrees from south to north.
    public var latitudeDelta: CLLocationDegrees
    /// Degrees from west to east.
    public var longitudeDelta: CLLocationDegrees

    /// Creates an empty span.
    public init() { self.init(latitudeDelta: 0, longitudeDelta: 0) }

    /// Creates a span.
    public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
      self.latitudeDelta = latitudeDelta
      self.longitudeDelta = longitudeDelta
    }
  }

  /// A rectangle in latitude and longitude around a position.
  public struct MKCoordinateRegion: Sendable {
    /// The position in the middle of the degrees.
    public var center: CLLocationCoordinate2D
    /// The width and height.
    public var span: MKCoordinateSpan

    /// Creates an empty region at 0, 0.
    public init() { self.init(center: CLLocationCoordinate2D(), span: MKCoordinateSpan()) }

    /// Creates a region.
    public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
      self.center = center
      self.span = span
    }

    /// Creates a region of a height and width on the ground, on a sphere.
    public init(
      center centerCoordinate: CLLocationCoordinate2D,
      latitudinalMeters: CLLocationDistance, longitudinalMeters: CLLocationDistance
    ) {
      let degree = GreatCircle.earthRadius * .pi / 180
      let parallel = max(degree * cos(centerCoordinate.latitude * .pi / 180), 1e-9)
      self.init(
        center: centerCoordinate,
        span: MKCoordinateSpan(
          latitudeDelta: latitudinalMeters / degree,
          longitudeDelta: min(longitudinalMeters / parallel, 360)))
    }

    /// The region of a rectangle of the map.
    public init(_ rect: MKMapRect) {
      let northWest = rect.origin.coordinate
      let southEast = MKMapPoint(x: rect.maxX, y: rect.maxY).coordinate
      self.init(
        center: CLLocationCoordinate2D(
          latitude: (northWest.latitude + southEast.latitude) / 2,
          longitude: (northWest.longitude + southEast.longitude) / 2),
        span: MKCoordinateSpan(
          latitudeDelta: northWest.latitude - southEast.latitude,
          longitudeDelta: southEast.longitude - northWest.longitude))
    }
  }
#endif
