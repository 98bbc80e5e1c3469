public import CoreLocationCompatibility
import Foundation

/// Whether a position is inside a path, which is closed from its last position to its first.
///
/// The south pole is always outside. A position of the path is inside. Others on its lines may be either.
///
/// - Parameters:
///   - point: The position.
///   - path: The path, which contains nothing without positions.
///   - geodesic: Whether its lines are great circles instead of straight on the map.
/// - Returns: Whether it is inside.
public func GMSGeometryContainsLocation(
  _ point: CLLocationCoordinate2D, _ path: GMSPath, _ geodesic: Bool
) -> Bool {
  let positions = path.coordinates
  guard let last = positions.last else { return false }
  var previous = last
  var isInside = false
  for next in positions {
    if next.latitude == point.latitude, degrees(from: point, to: next) == 0 { return true }
    // Inside is what an odd number of lines separates from the south pole.
    if crossesMeridian(from: previous, to: next, southOf: point, geodesic) { isInside.toggle() }
    previous = next
  }
  return isInside
}

/// At the point or south of it.
private func crossesMeridian(
  from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D,
  southOf point: CLLocationCoordinate2D, _ geodesic: Bool
) -> Bool {
  let first = degrees(from: point, to: start)
  let width = degrees(from: start, to: end)
  let last = first + width
  // One of two lines that meet on the meridian crosses it.
  guard (first > 0) != (last > 0) else { return false }
  let tangents = [start, end, point].map { tan($0.latitude * .pi / 180) }
  if geodesic {
    let (before, after) = (sin(first * .pi / 180), sin(last * .pi / 180))
    return tangents[2] >= (tangents[0] * after - tangents[1] * before) / sin(width * .pi / 180)
  }
  let northings = tangents.map { asinh($0) }
  return northings[2] >= northings[0] - (northings[1] - northings[0]) * first / width
}

/// Along the short way, in [-180, 180].
private func degrees(
  from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D
) -> Double { (end.longitude - start.longitude).remainder(dividingBy: 360) }
