public import CoreLocationCompatibility
import TileLayers
import TileModel

/// The radius of the Earth in metres, as the sphere on which lengths are measured.
public let kGMSEarthRadius: CLLocationDistance = 6_371_009

/// The length of the shortest way between two positions, in metres.
public func GMSGeometryDistance(
  _ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D
) -> CLLocationDistance { GreatCircle.distance(from: from.geographic, to: to.geographic) }

/// The direction in which the shortest way leaves `from`, in [0, 360); 0 for equal positions.
public func GMSGeometryHeading(
  _ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D
) -> CLLocationDirection { GreatCircle.heading(from: from.geographic, to: to.geographic) }

/// The position reached from `from` after a distance in a direction; its longitude is in [-180, 180).
public func GMSGeometryOffset(
  _ from: CLLocationCoordinate2D, _ distance: CLLocationDistance, _ heading: CLLocationDirection
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(
    GreatCircle.offset(from: from.geographic, distance: distance, heading: heading))
}

/// The position at a fraction of the shortest way; its longitude is in [-180, 180).
public func GMSGeometryInterpolate(
  _ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D, _ fraction: Double
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(
    GreatCircle.interpolate(from: from.geographic, to: to.geographic, fraction: fraction))
}
