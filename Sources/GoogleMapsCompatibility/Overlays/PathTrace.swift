import CoreLocationCompatibility
import Foundation
import TileLayers
import TileModel

/// The positions of a path as displacements from a camera's target.
///
/// Each line takes the short way round the world, and the path begins in the copy of the world that is
/// closest to the target.
struct PathTrace {
  struct Point {
    /// Number of lines before this point, with a fraction between two positions.
    var position: Double
    var offset: MapOffset
  }

  var points: [Point]

  init(points: [Point]) { self.points = points }

  init(
    _ coordinates: [CLLocationCoordinate2D], geodesic: Bool, in projection: ScreenProjection,
    beside anchor: MapOffset = MapOffset(east: 0, north: 0)
  ) {
    points = []
    let (target, worldSize) = (projection.position.target, projection.position.worldSize)
    var previous: GeographicCoordinate?
    for coordinate in coordinates where CLLocationCoordinate2DIsValid(coordinate) {
      let coordinate = GeographicCoordinate(
        // The edges of the square map, beyond which the poles are infinitely far.
        latitude: min(max(coordinate.latitude, -85.0511), 85.0511), longitude: coordinate.longitude)
      guard let former = previous, let start = points.last else {
        var offset = MapOffset(from: target, to: coordinate, worldSize: worldSize)
        offset.east += ((anchor.east - offset.east) / worldSize).rounded() * worldSize
        points.append(Point(position: 0, offset: offset))
        previous = coordinate
        continue
      }
      var steps = 1
      if geodesic {
        // A great circle of a degree leaves its chord by less than 1/450 of its length.
        let degrees = GreatCircle.distance(from: former, to: coordinate) / 111_195
        steps = Int(degrees.rounded(.up)) + 1
      }
      for step in 1...steps {
        let fraction = Double(step) / Double(steps)
        let next =
          step == steps
          ? coordinate : GreatCircle.interpolate(from: former, to: coordinate, fraction: fraction)
        let from = points[points.count - 1].offset
        // Measured from the target, which keeps the precision; the copy of the world is the last one's.
        var offset = MapOffset(from: target, to: next, worldSize: worldSize)
        offset.east += ((from.east - offset.east) / worldSize).rounded() * worldSize
        points.append(Point(position: start.position.rounded() + fraction, offset: offset))
      }
      previous = coordinate
    }
  }

  func slice(from start: Double, to end: Double) -> PathTrace {
    var slice: [Point] = []
    for (from, to) in zip(points, points.dropFirst()) {
      let (low, high) = (max(start, from.position), min(end, to.position))
      guard low < high else { continue }
      func point(_ position: Double) -> Point {
        let fraction = (position - from.position) / (to.position - from.position)
        return Point(
          position: position,
          offset: MapOffset(
            east: from.offset.east + fraction * (to.offset.east - from.offset.east),
            north: from.offset.north + fraction * (to.offset.north - from.offset.north)))
      }
      if slice.isEmpty { slice.append(point(low)) }
      slice.append(point(high))
    }
    return PathTrace(points: slice)
  }
}
