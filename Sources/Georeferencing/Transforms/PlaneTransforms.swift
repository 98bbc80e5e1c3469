/// An affine map from raster positions to CRS positions:
/// `X = originX + columnX·x + rowX·y`, `Y = originY + columnY·x + rowY·y`.
public struct AffineTransform: Hashable, Sendable {
  /// The X of the raster's outer top-left corner.
  public var originX: Double
  /// The Y of the raster's outer top-left corner.
  public var originY: Double
  /// The change of X per column.
  public var columnX: Double
  /// The change of Y per column.
  public var columnY: Double
  /// The change of X per row.
  public var rowX: Double
  /// The change of Y per row.
  public var rowY: Double

  /// Creates a transform from its six coefficients.
  public init(
    originX: Double, originY: Double, columnX: Double, columnY: Double, rowX: Double, rowY: Double
  ) {
    self.originX = originX
    self.originY = originY
    self.columnX = columnX
    self.columnY = columnY
    self.rowX = rowX
    self.rowY = rowY
  }

  /// The CRS position of a raster position.
  public func apply(_ point: PixelPoint) -> CRSPoint {
    CRSPoint(
      x: originX + columnX * point.x + rowX * point.y,
      y: originY + columnY * point.x + rowY * point.y)
  }

  func moved(_ pixel: PixelPoint, to point: CRSPoint) -> AffineTransform {
    var transform = self
    transform.originX = point.x - (columnX * pixel.x + rowX * pixel.y)
    transform.originY = point.y - (columnY * pixel.x + rowY * pixel.y)
    return transform
  }

  /// The signed area of a pixel in CRS units, 0 for no inverse.
  public var determinant: Double { columnX * rowY - rowX * columnY }
}

/// A projective map (homography) from raster positions to CRS positions.
///
/// It is `X = originX + (h0·x + h1·y + h2) / w`, `Y = originY + (h3·x + h4·y + h5) / w` and `w = h6·x +
/// h7·y + 1`. The origin keeps the coefficients small where coordinates are large.
public struct ProjectiveTransform: Hashable, Sendable {
  /// The X that results are relative to.
  public var originX: Double
  /// The Y that results are relative to.
  public var originY: Double
  /// The eight coefficients h0...h7.
  public var coefficients: [Double]

  /// Creates a transform from exactly eight coefficients.
  public init(originX: Double, originY: Double, coefficients: [Double]) {
    precondition(coefficients.count == 8, "a homography has eight coefficients")
    self.originX = originX
    self.originY = originY
    self.coefficients = coefficients
  }

  /// The CRS position of a raster position, infinite on the horizon line.
  public func apply(_ point: PixelPoint) -> CRSPoint {
    let h = coefficients
    let w = weight(at: point)
    return CRSPoint(
      x: originX + (h[0] * point.x + h[1] * point.y + h[2]) / w,
      y: originY + (h[3] * point.x + h[4] * point.y + h[5]) / w)
  }

  /// The divisor `w` at a raster position: positive on the visible side of the horizon.
  public func weight(at point: PixelPoint) -> Double {
    coefficients[6] * point.x + coefficients[7] * point.y + 1
  }
}
