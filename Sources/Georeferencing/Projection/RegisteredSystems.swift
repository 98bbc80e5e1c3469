import TileModel

extension GeoreferenceError {
  /// Names the systems in which coordinates that should be degrees may be.
  static func degreesExpected(at point: CRSPoint, location: String) -> GeoreferenceError {
    .notDegrees(point, likely: LikelySystem.registered(at: point), location: location)
  }
}

extension LikelySystem {
  /// Well-known systems in metres that have a position where they are used, those of countries first.
  static func registered(at point: CRSPoint) -> [Registered] {
    var found: [Registered] = []
    for code in nationalCodes.map({ "EPSG:\($0)" }) {
      do throws(GeoreferenceError) {
        guard case .other(let system) = try CoordinateReferenceSystem(parsing: code),
          let position = system.geographic(of: point), let area = system.areaOfUse,
          area.contains(longitude: position.longitude, latitude: position.latitude, margin: 0)
        else { continue }
        found.append(Registered(code, text(code, system.name, position)))
      } catch {
        // A registry that does not have it.
        continue
      }
    }
    let likely = LikelySystem([point])
    if likely == .webMercatorOrZone {
      found.append(Registered("EPSG:32632", "a zone of UTM, such as EPSG:32632"))
    }
    if likely == .webMercatorOrZone || likely == .webMercator {
      let system = CoordinateReferenceSystem.webMercator
      let position = system.geographic(of: point)
      found.append(Registered(system.identifier, text(system.identifier, "Web Mercator", position)))
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
