/// A position in a raster: x right, y down, from the outer corner of the first pixel.
///
/// Pixel (i, j) covers `i..<i+1` × `j..<j+1`, with its centre at (i + 0.5, j + 0.5).
public struct PixelPoint: Hashable, Sendable {
  /// Samples right of the left edge.
  public var x: Double
  /// Samples below the top edge.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  package func counted(from origin: PixelPoint) -> PixelPoint {
    PixelPoint(x: x - origin.x, y: y - origin.y)
  }
}

/// A position in a coordinate reference system, x east and y north, in its units: projected metres
/// for EPSG:3857, degrees (longitude, latitude) for EPSG:4326.
public struct CRSPoint: Hashable, Sendable {
  /// Easting or longitude.
  public var x: Double
  /// Northing or latitude.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
