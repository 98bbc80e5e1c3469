/// A polynomial map of degree 2 or 3 from raster positions to CRS positions.
public struct PolynomialTransform: NormalisedTransform, Hashable, Sendable {
  /// The degree, 2 or 3.
  public let degree: Int
  var frame: Normalisation
  /// Coefficients of 1, u, v, u², uv, v², u³, u²v, uv², v³, up to the degree.
  private let xs: [Double]
  private let ys: [Double]
  var lattice: [PixelPoint]

  init?(fitting pairs: [PlanePair], degree: Int) {
    guard let normal = NormalisedPairs(pairs) else { return nil }
    let rows = normal.sources.map { Self.terms($0, degree: degree) }
    let columns = (degree + 1) * (degree + 2) / 2
    let matrix = rows.flatMap(\.self)
    guard let xs = LeastSquares.solve(matrix, columns: columns, rightSide: normal.targets.map(\.x)),
      let ys = LeastSquares.solve(matrix, columns: columns, rightSide: normal.targets.map(\.y))
    else { return nil }
    self.degree = degree
    (self.xs, self.ys) = (xs, ys)
    frame = normal.frame
    lattice = normal.lattice
  }

  private static func terms(_ p: PixelPoint, degree: Int) -> [Double] {
    let (u, v) = (p.x, p.y)
    let square = [1, u, v, u * u, u * v, v * v]
    return degree == 2 ? square : square + [u * u * u, u * u * v, u * v * v, v * v * v]
  }

  /// The CRS position of a raster position.
  public func apply(_ point: PixelPoint) -> CRSPoint {
    let terms = Self.terms(frame.source(point), degree: degree)
    var (x, y) = (0.0, 0.0)
    for index in terms.indices {
      x += xs[index] * terms[index]
      y += ys[index] * terms[index]
    }
    return frame.target(x, y)
  }

  func jacobian(at point: PixelPoint) -> AffineTransform {
    let p = frame.source(point)
    let (u, v) = (p.x, p.y)
    var (byU, byV) = ([0, 1, 0, 2 * u, v, 0], [0, 0, 1, 0, u, 2 * v])
    if degree == 3 {
      byU += [3 * u * u, 2 * u * v, v * v, 0]
      byV += [0, u * u, 2 * u * v, 3 * v * v]
    }
    func sum(_ factors: [Double], _ terms: [Double]) -> Double {
      zip(factors, terms).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return frame.jacobian(at: apply(point), sum(xs, byU), sum(xs, byV), sum(ys, byU), sum(ys, byV))
  }
}
