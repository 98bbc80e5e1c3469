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
}

/// A map from raster positions to CRS positions.
public enum PixelTransform: Hashable, Sendable {
  /// Straight lines stay straight and parallel.
  case affine(AffineTransform)
  /// Straight lines stay straight.
  case projective(ProjectiveTransform)

  /// The CRS position of a raster position.
  public func apply(_ point: PixelPoint) -> CRSPoint {
    switch self {
    case .affine(let transform): transform.apply(point)
    case .projective(let transform): transform.apply(point)
    }
  }
}

/// Where the samples of a raster lie.
public struct Georeference: Hashable, Sendable {
  /// The system of ``pixelToCRS``'s results.
  public let crs: CoordinateReferenceSystem
  /// The map from raster positions.
  public let pixelToCRS: PixelTransform

  /// Creates a georeference without checking it.
  public init(crs: CoordinateReferenceSystem, pixelToCRS: PixelTransform) {
    self.crs = crs
    self.pixelToCRS = pixelToCRS
  }

  /// The projected position of a raster position.
  public func mercator(of point: PixelPoint) -> MercatorPoint {
    crs.mercator(of: pixelToCRS.apply(point))
  }
}
