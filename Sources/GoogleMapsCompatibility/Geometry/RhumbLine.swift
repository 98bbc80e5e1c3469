import CoreLocationCompatibility
import Foundation

/// A line of constant bearing between two positions, the short way round the world, on the sphere of
/// ``kGMSEarthRadius``; on the flat map it is straight.
struct RhumbLine {
  private let start: CLLocationCoordinate2D
  private let end: CLLocationCoordinate2D
  /// How far the end is to the north, in radians.
  private let rise: Double
  /// How far the end is to the east, in radians.
  private let width: Double
  /// How far the end is to the north on the flat map, in radians of the equator; infinite at a pole.
  private let stretchedRise: Double

  init(from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D) {
    (self.start, self.end) = (start, end)
    rise = (end.latitude - start.latitude) * .pi / 180
    width = (end.longitude - start.longitude).remainder(dividingBy: 360) * .pi / 180
    stretchedRise = Self.stretchedRise(from: start.latitude, to: end.latitude)
  }

  /// The length in metres.
  ///
  /// Along a line the parallels are, on average, as much shorter than the equator as a step north is
  /// shorter than it looks on the map. A pole is reached along a meridian.
  var length: CLLocationDistance {
    let scale = stretchedRise == 0 ? cos(start.latitude * .pi / 180) : rise / stretchedRise
    return hypot(rise, scale * width) * kGMSEarthRadius
  }

  /// The position after a fraction of the length, in 0...1; its longitude is not wrapped.
  func position(after fraction: Double) -> CLLocationCoordinate2D {
    let latitude = start.latitude + fraction * (end.latitude - start.latitude)
    let eastward: Double
    if stretchedRise == 0 {
      eastward = fraction
    } else if stretchedRise.isFinite {
      eastward = Self.stretchedRise(from: start.latitude, to: latitude) / stretchedRise
    } else {
      eastward = abs(start.latitude) == 90 ? 1 : 0
    }
    return CLLocationCoordinate2D(
      latitude: latitude, longitude: start.longitude + eastward * width * 180 / .pi)
  }

  /// Whether the line comes as close as some metres to a position.
  func passes(within tolerance: CLLocationDistance, of position: CLLocationCoordinate2D) -> Bool {
    func distance(_ fraction: Double) -> CLLocationDistance {
      GMSGeometryDistance(position, self.position(after: fraction))
    }
    let steps = 64
    let distances = (0...steps).map { distance(Double($0) / Double(steps)) }
    if distances.contains(where: { $0 <= tolerance }) { return true }
    // Half a step along the line takes no more than this off the distance.
    let reach = tolerance + length / Double(steps) / 2
    for (step, atStep) in distances.enumerated() where atStep <= reach {
      var low = Double(max(step - 1, 0)) / Double(steps)
      var high = Double(min(step + 1, steps)) / Double(steps)
      // A third is cut off each time, which leaves less than a micrometre of half the Earth.
      for _ in 0..<80 {
        let (first, last) = (low + (high - low) / 3, high - (high - low) / 3)
        if distance(first) < distance(last) { high = last } else { low = first }
      }
      if distance((low + high) / 2) <= tolerance { return true }
    }
    return false
  }

  /// The difference of two latitudes in degrees on the flat map, in radians of the equator.
  private static func stretchedRise(from start: Double, to end: Double) -> Double {
    guard start != end else { return 0 }
    guard abs(start) < 90, abs(end) < 90 else { return end > start ? .infinity : -.infinity }
    // The difference of the inverse Gudermannians, without cancellation between close latitudes.
    return 2 * atanh(sin((end - start) * .pi / 360) / cos((end + start) * .pi / 360))
  }
}
