import CoreLocationCompatibility
import Foundation

/// A rhumb line the short way round the world, on the sphere of ``kGMSEarthRadius``; straight on the flat
/// map.
struct RhumbLine {
  private let start: CLLocationCoordinate2D
  private let end: CLLocationCoordinate2D
  /// Northward extent, in radians.
  private let rise: Double
  /// Eastward extent, in radians.
  private let width: Double
  /// Northward extent on the flat map, in radians of the equator; infinite at a pole.
  private let stretchedRise: Double

  init(from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D) {
    (self.start, self.end) = (start, end)
    rise = (end.latitude - start.latitude) * .pi / 180
    width = (end.longitude - start.longitude).remainder(dividingBy: 360) * .pi / 180
    stretchedRise = Self.stretchedRise(from: start.latitude, to: end.latitude)
  }

  /// In metres.
  ///
  /// The mean ratio of parallels to the equator is that of a true step north to its length on the map. A
  /// pole is reached along a meridian.
  var length: CLLocationDistance {
    let scale = stretchedRise == 0 ? cos(start.latitude * .pi / 180) : rise / stretchedRise
    return hypot(rise, scale * width) * kGMSEarthRadius
  }

  /// `fraction` is in 0...1; the longitude is not wrapped.
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

  /// `tolerance` is in metres.
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

  /// In radians of the equator.
  private static func stretchedRise(from start: Double, to end: Double) -> Double {
    guard start != end else { return 0 }
    guard abs(start) < 90, abs(end) < 90 else { return end > start ? .infinity : -.infinity }
    // The difference of the inverse Gudermannians, without cancellation between close latitudes.
    return 2 * atanh(sin((end - start) * .pi / 360) / cos((end + start) * .pi / 360))
  }
}
