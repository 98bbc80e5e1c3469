/// A projective map (homography) from raster positions to CRS positions.
///
/// `X = originX + (h0·x + h1·y + h2) / w`, `Y = originY + (h3·x + h4·y + h5) / w`,
/// `w = h6·x + h7·y + 1`. The origin keeps the coefficients small where coordinates are large.
public struct ProjectiveTransform: Hashable, Sendable {
  /// The X that results are relative to.
  public var originX: Double
  /// The Y that results are relative to.
  public var originY: Double
  /// The eight coefficients h0...h7.
  public var coefficients: [Double]

  /// Creates a transform; `coefficients` has exactly eight elements.
  public init(originX: Double, originY: Double, coefficients: [Double]) {
    precondition(coefficients.count == 8, "a homography has eight coefficients")
    self.originX = originX
    self.originY = originY
    self.coefficients = coefficients
  }

  /// The CRS position of a raster position; infinite on the horizon line.
  public func apply(_ point: PixelPoint) -> CRSPoint {
    let h = coefficients
    let w = weight(at: point)
    return CRSPoint(
      x: originX + (h[0] * point.x + h[1] * point.y + h[2]) / w,
      y: originY + (h[3] * point.x + h[4] * point.y + h[5]) / w)
  }

  /// The divisor `w` at a raster position: positive on the side of the horizon line that is seen.
  public func weight(at point: PixelPoint) -> Double {
    coefficients[6] * point.x + coefficients[7] * point.y + 1
  }
}
