/// A map from CRS positions to raster positions.
public struct InversePixelTransform: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    case rational(RationalInverse)
    case searched(SearchedInverse)
  }

  private let form: Form

  init?(_ forward: AffineTransform) {
    guard let inverse = RationalInverse(forward) else { return nil }
    form = .rational(inverse)
  }

  init?(_ forward: ProjectiveTransform) {
    guard let inverse = RationalInverse(forward) else { return nil }
    form = .rational(inverse)
  }

  init(_ inverse: SearchedInverse) { form = .searched(inverse) }

  /// The raster position of a CRS position.
  ///
  /// - Returns: `nil` when a homography sees the position on or behind its horizon line, or a nonlinear
  ///   transform does not reach it.
  public func apply(_ point: CRSPoint) -> PixelPoint? {
    switch form {
    case .rational(let inverse): inverse.apply(point)
    case .searched(let inverse): inverse.apply(point)
    }
  }
}

/// The inverse of an affine map or of a homography.
///
/// Both share one form, relative to the origin of the forward map so that no digit is lost where
/// coordinates are large. With `u = X - originX` and `v = Y - originY`, `x = (a·u + b·v + c) / w`, `y =
/// (d·u + e·v + f) / w` and `w = g·u + h·v + i`. For an affine map g and h are 0 and i is 1.
private struct RationalInverse: Hashable, Sendable {
  private let originX, originY: Double
  private let a, b, c: Double
  private let d, e, f: Double
  private let g, h, i: Double

  init?(_ forward: AffineTransform) {
    let determinant = forward.determinant
    guard forward.isFinite, determinant.isNormal else { return nil }
    (originX, originY) = (forward.originX, forward.originY)
    (a, b, c) = (forward.rowY / determinant, -forward.rowX / determinant, 0)
    (d, e, f) = (-forward.columnY / determinant, forward.columnX / determinant, 0)
    (g, h, i) = (0, 0, 1)
  }

  init?(_ forward: ProjectiveTransform) {
    let m = forward.coefficients
    let determinant = forward.determinant
    guard forward.isFinite, determinant.isNormal else { return nil }
    (originX, originY) = (forward.originX, forward.originY)
    (a, b) = ((m[4] - m[5] * m[7]) / determinant, (m[2] * m[7] - m[1]) / determinant)
    c = (m[1] * m[5] - m[2] * m[4]) / determinant
    (d, e) = ((m[5] * m[6] - m[3]) / determinant, (m[0] - m[2] * m[6]) / determinant)
    f = (m[2] * m[3] - m[0] * m[5]) / determinant
    // The quotient of the third rows is the forward map's own divisor, so its sign gives the side.
    (g, h) = ((m[3] * m[7] - m[4] * m[6]) / determinant, (m[1] * m[6] - m[0] * m[7]) / determinant)
    i = (m[0] * m[4] - m[1] * m[3]) / determinant
  }

  func apply(_ point: CRSPoint) -> PixelPoint? {
    let u = point.x - originX
    let v = point.y - originY
    let w = g * u + h * v + i
    guard w > 0 else { return nil }
    let result = PixelPoint(x: (a * u + b * v + c) / w, y: (d * u + e * v + f) / w)
    return result.x.isFinite && result.y.isFinite ? result : nil
  }
}

extension AffineTransform {
  var isFinite: Bool {
    [originX, originY, columnX, columnY, rowX, rowY].allSatisfy(\.isFinite)
  }
}

extension ProjectiveTransform {
  var isFinite: Bool {
    originX.isFinite && originY.isFinite && coefficients.allSatisfy(\.isFinite)
  }

  /// The determinant of the homography relative to its origin, 0 for no inverse.
  public var determinant: Double {
    let m = coefficients
    return m[0] * (m[4] - m[5] * m[7]) - m[1] * (m[3] - m[5] * m[6])
      + m[2] * (m[3] * m[7] - m[4] * m[6])
  }
}

extension PixelTransform {
  /// The inverse, or `nil` when several raster positions share a map position.
  public var inverse: InversePixelTransform? {
    switch self {
    case .affine(let transform): InversePixelTransform(transform)
    case .projective(let transform): InversePixelTransform(transform)
    case .polynomial(let transform):
      InversePixelTransform(SearchedInverse(self, lattice: transform.lattice))
    case .thinPlateSpline(let transform):
      InversePixelTransform(SearchedInverse(self, lattice: transform.lattice))
    }
  }
}
