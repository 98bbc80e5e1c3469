public import CoreLocationCompatibility
import TileLayers

/// A position on the flat map, x east and y north from the middle (0, 0).
///
/// The world spans -1...1 both ways, so that one unit is 128 × 2^zoom points.
public struct GMSMapPoint: Hashable, Sendable {
  /// Half worlds east of Greenwich.
  public var x: Double
  /// Half worlds north of the equator.
  public var y: Double

  /// Creates the point in the middle.
  public init() { self.init(x: 0, y: 0) }

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  fileprivate init(_ point: MapPoint) { self.init(x: point.x, y: point.y) }

  fileprivate var mapPoint: MapPoint { MapPoint(x: x, y: y) }
}

/// Projects a position onto the flat map.
public func GMSProject(_ coordinate: CLLocationCoordinate2D) -> GMSMapPoint {
  GMSMapPoint(MapPoint(coordinate.geographic))
}

/// The position of a point, whose x is in -1...1.
///
/// The longitude is in [-180, 180).
public func GMSUnproject(_ point: GMSMapPoint) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(point.mapPoint.coordinate)
}

/// The point at a fraction of the straight line between two points, the short way round the world.
public func GMSMapPointInterpolate(_ a: GMSMapPoint, _ b: GMSMapPoint, _ t: Double) -> GMSMapPoint {
  GMSMapPoint(a.mapPoint.interpolated(to: b.mapPoint, fraction: t))
}

/// The length of the straight line between two points, the short way round the world.
public func GMSMapPointDistance(_ a: GMSMapPoint, _ b: GMSMapPoint) -> Double {
  a.mapPoint.distance(to: b.mapPoint)
}
