/// A map from raster positions to CRS positions.
public enum PixelTransform: Hashable, Sendable {
  /// Straight lines stay straight and parallel.
  case affine(AffineTransform)
  /// Straight lines stay straight.
  case projective(ProjectiveTransform)
  /// Straight lines become curves of degree 2 or 3.
  case polynomial(PolynomialTransform)
  /// A sheet through all control points.
  case thinPlateSpline(ThinPlateSpline)

  /// The CRS position of a raster position.
  public func apply(_ point: PixelPoint) -> CRSPoint {
    switch self {
    case .affine(let transform): transform.apply(point)
    case .projective(let transform): transform.apply(point)
    case .polynomial(let transform): transform.apply(point)
    case .thinPlateSpline(let transform): transform.apply(point)
    }
  }

  package func resized(across: Double, down: Double) -> PixelTransform {
    switch self {
    case .affine(var affine):
      affine.columnX *= across
      affine.columnY *= across
      affine.rowX *= down
      affine.rowY *= down
      return .affine(affine)
    case .projective(var projective):
      for index in [0, 3, 6] { projective.coefficients[index] *= across }
      for index in [1, 4, 7] { projective.coefficients[index] *= down }
      return .projective(projective)
    case .polynomial(var polynomial):
      polynomial.resize(across: across, down: down)
      return .polynomial(polynomial)
    case .thinPlateSpline(var spline):
      spline.resize(across: across, down: down)
      return .thinPlateSpline(spline)
    }
  }

  package func counted(from origin: PixelPoint) -> PixelTransform {
    switch self {
    case .affine(var affine):
      let target = affine.apply(origin)
      (affine.originX, affine.originY) = (target.x, target.y)
      return .affine(affine)
    case .projective(var projective):
      let h = projective.coefficients
      let weight = projective.weight(at: origin)
      projective.coefficients[2] += h[0] * origin.x + h[1] * origin.y
      projective.coefficients[5] += h[3] * origin.x + h[4] * origin.y
      projective.coefficients = projective.coefficients.map { $0 / weight }
      return .projective(projective)
    case .polynomial(var polynomial):
      polynomial.count(from: origin)
      return .polynomial(polynomial)
    case .thinPlateSpline(var spline):
      spline.count(from: origin)
      return .thinPlateSpline(spline)
    }
  }

  package func moved(by distance: Double) -> PixelTransform {
    switch self {
    case .affine(var transform):
      transform.originX += distance
      return .affine(transform)
    case .projective(var transform):
      transform.originX += distance
      return .projective(transform)
    case .polynomial(var transform):
      transform.move(by: distance)
      return .polynomial(transform)
    case .thinPlateSpline(var transform):
      transform.move(by: distance)
      return .thinPlateSpline(transform)
    }
  }

  /// The derivative at a raster position, as an affine map from the CRS position.
  public func jacobian(at point: PixelPoint) -> AffineTransform {
    switch self {
    case .affine(var transform):
      (transform.originX, transform.originY) = (apply(point).x, apply(point).y)
      return transform
    case .polynomial(let transform): return transform.jacobian(at: point)
    case .thinPlateSpline(let transform): return transform.jacobian(at: point)
    case .projective(let transform):
      let h = transform.coefficients
      let w = transform.weight(at: point)
      let x = (h[0] * point.x + h[1] * point.y + h[2]) / w
      let y = (h[3] * point.x + h[4] * point.y + h[5]) / w
      return AffineTransform(
        originX: transform.originX + x, originY: transform.originY + y,
        columnX: (h[0] - x * h[6]) / w, columnY: (h[3] - y * h[6]) / w,
        rowX: (h[1] - x * h[7]) / w, rowY: (h[4] - y * h[7]) / w)
    }
  }
}
