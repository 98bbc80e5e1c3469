import CLibPROJ
public import TileModel

/// A coordinate reference system in which a raster's position can be stated.
///
/// The two most common systems have a closed form and need no library. See ``init(parsing:location:)``.
public enum CoordinateReferenceSystem: Hashable, Sendable {
  /// EPSG:3857, Web Mercator, in projected metres.
  case webMercator
  /// EPSG:4326, WGS 84, in degrees, longitude first.
  case geographic
  /// Any other system, eastings or longitudes first.
  case other(ReferenceSystem)

  /// The authority and code, such as `EPSG:3857`, or else the name of the system.
  public var identifier: String {
    switch self {
    case .webMercator: "EPSG:3857"
    case .geographic: "EPSG:4326"
    case .other(let system): system.identifier ?? system.name
    }
  }

  /// The name, such as `WGS 84 / UTM zone 33N`.
  public var name: String {
    switch self {
    case .webMercator: "WGS 84 / Pseudo-Mercator"
    case .geographic: "WGS 84"
    case .other(let system): system.name
    }
  }

  package var title: String {
    if case .other(let system) = self { system.title } else { name }
  }

  /// A text from which the system can be read again, on one line.
  public var definition: String {
    switch self {
    case .webMercator, .geographic: identifier
    case .other(let system): system.readableText
    }
  }

  /// The text that it was read from, from which an equal one is read.
  package var statement: String {
    if case .other(let system) = self { system.definition } else { identifier }
  }

  /// The text of a `.prj` file.
  ///
  /// It is well-known text in ESRI's dialect, or in another where the system cannot be read again from
  /// that.
  ///
  /// - Throws: ``GeoreferenceError``, mostly ``GeoreferenceError/projectionUnavailable(location:)``.
  public func projectionFileText() throws(GeoreferenceError) -> String {
    guard let context = PROJContext(), let system = PROJObject(text: definition, in: context) else {
      throw .projectionUnavailable(location: identifier)
    }
    // An image's own operation may be one that is better where the image is.
    let expected = try CoordinateReferenceSystem(parsing: definition)
    for version in [PJ_WKT1_ESRI, PJ_WKT1_GDAL] {
      guard let text = system.wellKnownText(version) else { continue }
      do throws(GeoreferenceError) {
        let read = try CoordinateReferenceSystem(parsing: text)
        if read.identifier == identifier, read.operationName == expected.operationName {
          return text
        }
      } catch {
        // This dialect does not have the words for the system.
        continue
      }
    }
    return system.wellKnownText ?? definition
  }

  private var operationName: String? {
    if case .other(let system) = self { system.operation.name } else { nil }
  }

  /// Whether coordinates are angles: longitude and latitude.
  public var isAngular: Bool {
    switch self {
    case .webMercator: false
    case .geographic: true
    case .other(let system): system.isAngular
    }
  }

  /// The projected position of a position in this system.
  ///
  /// Positions of one image are continuous: they continue beyond the edges of the map where the image
  /// crosses the antimeridian. Where the system has no position, both coordinates are infinite.
  public func mercator(of point: CRSPoint) -> MercatorPoint {
    switch self {
    case .webMercator: MercatorPoint(x: point.x, y: point.y)
    case .geographic:
      WebMercator.project(GeographicCoordinate(latitude: point.y, longitude: point.x))
    case .other(let system):
      system.geographic(of: point).map { WebMercator.project($0) }
        ?? MercatorPoint(x: .infinity, y: .infinity)
    }
  }

  /// The position in this system of a projected position.
  ///
  /// It is the inverse of ``mercator(of:)``. Both coordinates are infinite outside the system's domain.
  public func point(ofMercator point: MercatorPoint) -> CRSPoint {
    switch self {
    case .webMercator: return CRSPoint(x: point.x, y: point.y)
    case .geographic:
      let position = WebMercator.unproject(point)
      return CRSPoint(x: position.longitude, y: position.latitude)
    case .other(let system):
      return system.point(of: WebMercator.unproject(point)) ?? CRSPoint(x: .infinity, y: .infinity)
    }
  }

  /// A fraction in `0...1`, measured on a lattice of 33 × 33 positions.
  package func fractionWithoutPosition(in bounds: MercatorBounds) -> Double {
    guard case .other = self else { return 0 }
    let steps = 32
    var count = 0
    for row in 0...steps {
      for column in 0...steps {
        let location = MercatorPoint(
          x: bounds.minX + bounds.width * Double(column) / Double(steps),
          y: bounds.minY + bounds.height * Double(row) / Double(steps))
        let found = point(ofMercator: location)
        if !found.x.isFinite || !found.y.isFinite { count += 1 }
      }
    }
    return Double(count) / Double((steps + 1) * (steps + 1))
  }

  /// The position in degrees of a position in this system.
  public func geographic(of point: CRSPoint) -> GeographicCoordinate {
    switch self {
    case .webMercator: WebMercator.unproject(MercatorPoint(x: point.x, y: point.y))
    case .geographic: GeographicCoordinate(latitude: point.y, longitude: point.x)
    case .other(let system):
      system.geographic(of: point)
        ?? GeographicCoordinate(latitude: .infinity, longitude: .infinity)
    }
  }

  /// Takes degrees on the system's own datum and prime meridian.
  func points(
    ofOwnDegrees positions: [CRSPoint], location: String
  ) throws(GeoreferenceError) -> [CRSPoint] {
    if case .other(let system) = self {
      return try system.points(ofOwnDegrees: positions, location: location)
    }
    return positions.map { point(of: GeographicCoordinate(latitude: $0.y, longitude: $0.x)) }
  }

  /// The position in this system of a position in degrees.
  ///
  /// It is the inverse of ``geographic(of:)``.
  public func point(of position: GeographicCoordinate) -> CRSPoint {
    switch self {
    case .webMercator:
      let point = WebMercator.project(position)
      return CRSPoint(x: point.x, y: point.y)
    case .geographic: return CRSPoint(x: position.longitude, y: position.latitude)
    case .other(let system):
      return system.point(of: position) ?? CRSPoint(x: .infinity, y: .infinity)
    }
  }
}
