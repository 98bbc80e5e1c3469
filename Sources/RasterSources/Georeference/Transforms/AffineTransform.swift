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

  /// The signed area of one sample in CRS units; 0 when the transform cannot be inverted.
  public var determinant: Double { columnX * rowY - rowX * columnY }
}
