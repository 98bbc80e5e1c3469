import TileModel

/// The probable system of coordinates without one, judged by their size alone.
public enum LikelySystem: Hashable, Sendable {
  /// Coordinates within ±180 and ±90.
  case geographic
  /// Coordinates within the square of Web Mercator, but not within a UTM zone.
  case webMercator
  /// Coordinates within both the square of Web Mercator and a UTM zone.
  case webMercatorOrZone
  /// Coordinates within none of these.
  case other

  package init(_ points: some Sequence<CRSPoint>) {
    var count = 0
    var (fitsDegrees, fitsMercator, fitsZone) = (true, true, true)
    // Rounding of a step puts the edge of a map of the world a little beyond it.
    let slack = 1.000_001
    for point in points {
      count += 1
      let (x, y) = (point.x.magnitude, point.y.magnitude)
      if !(x <= 180 * slack && y <= 90 * slack) { fitsDegrees = false }
      let limit = WebMercator.halfExtent * slack
      if !(x <= limit && y <= limit) { fitsMercator = false }
      if !(100_000...900_000).contains(point.x) || !(0...10_000_000).contains(point.y) {
        fitsZone = false
      }
    }
    if count == 0 {
      self = .other
    } else if fitsDegrees {
      self = .geographic
    } else if fitsMercator {
      self = fitsZone ? .webMercatorOrZone : .webMercator
    } else {
      self = .other
    }
  }

  /// Well-known systems in metres that have a position where they are used, those of countries first.
  static func registered(at point: CRSPoint) -> [(code: String, text: String)] {
    var found: [(code: String, text: String)] = []
    for code in nationalCodes.map({ "EPSG:\($0)" }) {
      do throws(GeoreferenceError) {
        guard case .other(let system) = try CoordinateReferenceSystem(parsing: code),
          let position = system.geographic(of: point), let area = system.areaOfUse,
          area.contains(longitude: position.longitude, latitude: position.latitude, margin: 0)
        else { continue }
        found.append((code, text(code, system.name, position)))
      } catch {
        // A registry that does not have it.
        continue
      }
    }
    let likely = LikelySystem([point])
    if likely == .webMercatorOrZone {
      found.append(("EPSG:32632", "a zone of UTM, such as EPSG:32632"))
    }
    if likely == .webMercatorOrZone || likely == .webMercator {
      let system = CoordinateReferenceSystem.webMercator
      let position = system.geographic(of: point)
      found.append((system.identifier, text(system.identifier, "Web Mercator", position)))
    }
    return found
  }

  private static let nationalCodes = [
    2056, 21781, 27700, 2154, 28992, 31370, 2180, 5514, 3006, 2193, 2326, 3414,
  ]

  private static func text(
    _ code: String, _ name: String, _ position: GeographicCoordinate
  ) -> String {
    "\(code) (\(name), at latitude \(NumberText.fixed(position.latitude, 3)), longitude"
      + " \(NumberText.fixed(position.longitude, 3)))"
  }
}
