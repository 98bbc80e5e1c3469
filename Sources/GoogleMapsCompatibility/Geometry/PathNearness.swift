public import CoreLocationCompatibility
import Foundation

/// Whether a position is on a path, or at most 0.1 metres beside it.
///
/// - Parameters:
///   - point: The position. An invalid one is on no path.
///   - path: The path, which is not closed.
///   - geodesic: Whether its lines are great circles instead of straight on the map.
/// - Returns: Whether it is there.
public func GMSGeometryIsLocationOnPath(
  _ point: CLLocationCoordinate2D, _ path: GMSPath, _ geodesic: Bool
) -> Bool { GMSGeometryIsLocationOnPathTolerance(point, path, geodesic, 0.1) }

/// Whether a position is on a path, or at most some metres beside it along a great circle.
///
/// Invalid positions of the path are skipped, as in drawing. Between antipodes, which no one great circle
/// joins, the line is undetermined.
///
/// - Parameters:
///   - point: The position. An invalid one is on no path.
///   - path: The path, which is not closed. A single position is its own path.
///   - geodesic: Whether its lines are great circles instead of straight on the map.
///   - tolerance: The distance in metres, edges included. Nothing is within a negative one or NaN.
/// - Returns: Whether it is there.
public func GMSGeometryIsLocationOnPathTolerance(
  _ point: CLLocationCoordinate2D, _ path: GMSPath, _ geodesic: Bool,
  _ tolerance: CLLocationDistance
) -> Bool {
  guard CLLocationCoordinate2DIsValid(point), tolerance >= 0 else { return false }
  let positions = path.coordinates.filter(CLLocationCoordinate2DIsValid)
  if positions.contains(where: { GMSGeometryDistance(point, $0) <= tolerance }) { return true }
  return zip(positions, positions.dropFirst()).contains { start, end in
    geodesic
      ? distance(from: point, toInteriorFrom: start, to: end) <= tolerance
      : RhumbLine(from: start, to: end).passes(within: tolerance, of: point)
  }
}

/// In metres; infinite where the closest point is one of the ends.
private func distance(
  from point: CLLocationCoordinate2D, toInteriorFrom start: CLLocationCoordinate2D,
  to end: CLLocationCoordinate2D
) -> CLLocationDistance {
  let (first, last, other) = (direction(start), direction(end), direction(point))
  // Differences of close directions are precise, where those of their products are not.
  let normal = cross(first, last - first)
  let size = dot(normal, normal).squareRoot()
  guard size > 0, dot(cross(normal, first), other) >= 0, dot(cross(last, normal), other) >= 0
  else { return .infinity }
  let sine = abs(dot(normal, other - first)) / size
  return asin(min(sine, 1)) * kGMSEarthRadius
}

/// A unit vector from the centre of the sphere.
private func direction(_ position: CLLocationCoordinate2D) -> SIMD3<Double> {
  let (latitude, longitude) = (position.latitude * .pi / 180, position.longitude * .pi / 180)
  return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
}

private func dot(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> Double { (left * right).sum() }

private func cross(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(
    left.y * right.z - left.z * right.y, left.z * right.x - left.x * right.z,
    left.x * right.y - left.y * right.x)
}
