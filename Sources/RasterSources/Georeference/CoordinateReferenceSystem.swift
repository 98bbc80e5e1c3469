public import TileModel

/// A coordinate reference system in which a raster's position can be stated.
public enum CoordinateReferenceSystem: String, Hashable, Sendable, CaseIterable {
  /// EPSG:3857, Web Mercator, in projected metres.
  case webMercator = "EPSG:3857"
  /// EPSG:4326, WGS 84, in degrees, longitude first.
  case geographic = "EPSG:4326"

  /// The projected position of a position in this system.
  public func mercator(of point: CRSPoint) -> MercatorPoint {
    switch self {
    case .webMercator: MercatorPoint(x: point.x, y: point.y)
    case .geographic:
      WebMercator.project(GeographicCoordinate(latitude: point.y, longitude: point.x))
    }
  }

  /// The position in this system of a projected position: the inverse of ``mercator(of:)``.
  public func point(ofMercator point: MercatorPoint) -> CRSPoint {
    switch self {
    case .webMercator: return CRSPoint(x: point.x, y: point.y)
    case .geographic:
      let position = WebMercator.unproject(point)
      return CRSPoint(x: position.longitude, y: position.latitude)
    }
  }

  /// The position in degrees of a position in this system.
  public func geographic(of point: CRSPoint) -> GeographicCoordinate {
    switch self {
    case .webMercator: WebMercator.unproject(MercatorPoint(x: point.x, y: point.y))
    case .geographic: GeographicCoordinate(latitude: point.y, longitude: point.x)
    }
  }

  /// The projected metres that one unit of this system spans at a position, along each axis.
  func projectedUnit(at point: CRSPoint) -> (x: Double, y: Double) {
    switch self {
    case .webMercator: return (1, 1)
    case .geographic:
      let y = mercator(of: point).y
      let degree = WebMercator.halfExtent / 180
      return (degree, degree * WebMercator.scaleFactor(atY: y))
    }
  }
}

/// What coordinates without a system probably are, judged from their size alone.
public enum LikelySystem: Hashable, Sendable {
  /// They fit in ±180 and ±90.
  case geographic
  /// They fit in the square of Web Mercator, and not in a zone of UTM.
  case webMercator
  /// They fit in the square of Web Mercator and in a zone of UTM.
  case webMercatorOrZone
  /// They fit in neither of the systems that can be read.
  case other

  /// Judges positions; no position counts as ``other``.
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
}
