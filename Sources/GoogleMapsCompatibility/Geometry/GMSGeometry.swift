public import CoreLocationCompatibility
import Foundation
import TileLayers

/// The radius of the Earth in metres, as the sphere on which lengths are measured.
public let kGMSEarthRadius: CLLocationDistance = 6_371_009

/// The length of the shortest way between two positions, in metres.
public func GMSGeometryDistance(
  _ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D
) -> CLLocationDistance { GreatCircle.distance(from: from.geographic, to: to.geographic) }

/// The direction in which the shortest way leaves `from`, in [0, 360), 0 for equal positions.
public func GMSGeometryHeading(
  _ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D
) -> CLLocationDirection { GreatCircle.heading(from: from.geographic, to: to.geographic) }

/// The position reached from `from` after a distance in a direction.
///
/// Its longitude is in [-180, 180). It is not valid where an argument is not finite.
public func GMSGeometryOffset(
  _ from: CLLocationCoordinate2D, _ distance: CLLocationDistance, _ heading: CLLocationDirection
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(
    GreatCircle.offset(from: from.geographic, distance: distance, heading: heading))
}

/// The position at a fraction of the shortest way.
///
/// Its longitude is in [-180, 180).
public func GMSGeometryInterpolate(
  _ from: CLLocationCoordinate2D, _ to: CLLocationCoordinate2D, _ fraction: Double
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(
    GreatCircle.interpolate(from: from.geographic, to: to.geographic, fraction: fraction))
}

/// The length of a path in metres along great circles, as ``GMSPath/length(of:)`` measures it, 0 for fewer
/// than two positions.
public func GMSGeometryLength(_ path: GMSPath) -> CLLocationDistance { path.length(of: .geodesic) }

/// The area inside a path in square metres, 0 for fewer than three positions.
///
/// Great circles bound it and close it from the last position to the first. The south pole is always
/// outside, and the lines do not cross.
public func GMSGeometryArea(_ path: GMSPath) -> Double { abs(GMSGeometrySignedArea(path)) }

/// The area inside a path as ``GMSGeometryArea(_:)`` measures it: positive where the positions go round
/// it counterclockwise, and negative where they go clockwise.
public func GMSGeometrySignedArea(_ path: GMSPath) -> Double {
  let positions = path.coordinates
  guard positions.count > 2 else { return 0 }
  // The triangles between each side and the north pole add up to the polygon; their signed excess is
  // 2 atan(t sin d / (1 + t cos d)), with t the product of the tangents of half the colatitudes.
  func tangent(_ position: CLLocationCoordinate2D) -> Double {
    tan((90 - position.latitude) * .pi / 360)
  }
  let closed = zip(positions, positions.dropFirst() + positions.prefix(1))
  let excess = closed.reduce(0.0) { (sum: Double, side) -> Double in
    let product = tangent(side.0) * tangent(side.1)
    let difference = (side.1.longitude - side.0.longitude) * .pi / 180
    let excess = atan2(product * sin(difference), 1 + product * cos(difference))
    return sum + 2 * excess
  }
  return excess * kGMSEarthRadius * kGMSEarthRadius
}
