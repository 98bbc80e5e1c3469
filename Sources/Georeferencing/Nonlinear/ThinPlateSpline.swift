import Platform

/// A thin-plate spline from raster positions to CRS positions: the map through all control points
/// that bends least.
public struct ThinPlateSpline: NormalisedTransform, Hashable, Sendable {
  /// The work grows with the cube of the points.
  static let pointLimit = 1500

  var frame: Normalisation
  private let knots: [PixelPoint]
  /// A weight per knot, then the coefficients of 1, u and v.
  private let xs: [Double]
  private let ys: [Double]
  var lattice: [PixelPoint]
  /// Leave-one-out error of each control point, spline minus point, in CRS units.
  let leaveOneOut: [CRSPoint]

  /// `nil` when the sources are on a line, two are the same, or there are too many.
  init?(through pairs: [PlanePair]) {
    guard (3...Self.pointLimit).contains(pairs.count), let normal = NormalisedPairs(pairs) else {
      return nil
    }
    let count = pairs.count
    let size = count + 3
    var matrix = [Double](repeating: 0, count: size * size)
    for (row, a) in normal.sources.enumerated() {
      for (column, b) in normal.sources.enumerated() {
        matrix[row * size + column] = Self.kernel(a.x - b.x, a.y - b.y)
      }
      for (column, value) in [1, a.x, a.y].enumerated() {
        matrix[row * size + count + column] = value
        matrix[(count + column) * size + row] = value
      }
    }
    guard let inverse = SquareMatrix.inverse(matrix, size: size) else { return nil }
    func solve(_ values: [Double]) -> [Double] {
      (0..<size).map { row in
        (0..<count).reduce(0) { $0 + inverse[row * size + $1] * values[$1] }
      }
    }
    let (xs, ys) = (solve(normal.targets.map(\.x)), solve(normal.targets.map(\.y)))
    guard xs.allSatisfy(\.isFinite), ys.allSatisfy(\.isFinite) else { return nil }
    (self.xs, self.ys) = (xs, ys)
    knots = normal.sources
    frame = normal.frame
    lattice = normal.lattice
    // The residual without a point is its weight over the diagonal of the inverse (Rippa 1999).
    let scale = normal.targetScale
    leaveOneOut = (0..<count).map {
      let diagonal = inverse[$0 * size + $0]
      // Three points leave none to spare: without one of them there is no spline.
      guard count > 3, diagonal.magnitude > 1e-12 else { return CRSPoint(x: 0, y: 0) }
      return CRSPoint(x: -xs[$0] / diagonal * scale, y: -ys[$0] / diagonal * scale)
    }
  }

  private static func kernel(_ x: Double, _ y: Double) -> Double {
    let square = x * x + y * y
    return square > 0 ? square * log(square) : 0
  }

  /// The CRS position of a raster position.
  public func apply(_ point: PixelPoint) -> CRSPoint {
    let p = frame.source(point)
    let count = knots.count
    var x = xs[count] + xs[count + 1] * p.x + xs[count + 2] * p.y
    var y = ys[count] + ys[count + 1] * p.x + ys[count + 2] * p.y
    for index in 0..<count {
      let kernel = Self.kernel(p.x - knots[index].x, p.y - knots[index].y)
      x += xs[index] * kernel
      y += ys[index] * kernel
    }
    return frame.target(x, y)
  }

  func jacobian(at point: PixelPoint) -> AffineTransform {
    let p = frame.source(point)
    let count = knots.count
    var (xu, xv) = (xs[count + 1], xs[count + 2])
    var (yu, yv) = (ys[count + 1], ys[count + 2])
    for index in 0..<count {
      let (du, dv) = (p.x - knots[index].x, p.y - knots[index].y)
      let square = du * du + dv * dv
      guard square > 0 else { continue }
      let slope = 2 * (log(square) + 1)
      xu += xs[index] * slope * du
      xv += xs[index] * slope * dv
      yu += ys[index] * slope * du
      yv += ys[index] * slope * dv
    }
    return frame.jacobian(at: apply(point), xu, xv, yu, yv)
  }
}

/// Square matrices, row by row.
enum SquareMatrix {
  /// Gauss-Jordan with row pivots; `nil` for a singular matrix.
  static func inverse(_ matrix: [Double], size: Int) -> [Double]? {
    precondition(matrix.count == size * size, "the matrix is square")
    let width = 2 * size
    var work = [Double](repeating: 0, count: size * width)
    for row in 0..<size {
      for column in 0..<size { work[row * width + column] = matrix[row * size + column] }
      work[row * width + size + row] = 1
    }
    let isRegular = work.withUnsafeMutableBufferPointer { buffer -> Bool in
      guard let a = buffer.baseAddress else { return false }
      for pivot in 0..<size {
        var best = pivot
        for row in pivot..<size
        where a[row &* width &+ pivot].magnitude > a[best &* width &+ pivot].magnitude {
          best = row
        }
        guard a[best &* width &+ pivot].magnitude > 1e-13 else { return false }
        if best != pivot {
          for column in 0..<width {
            let value = a[pivot &* width &+ column]
            a[pivot &* width &+ column] = a[best &* width &+ column]
            a[best &* width &+ column] = value
          }
        }
        let own = a + pivot &* width
        let factor = 1 / own[pivot]
        for column in pivot..<width { own[column] *= factor }
        for row in 0..<size where row != pivot {
          let other = a + row &* width
          let fraction = other[pivot]
          if fraction == 0 { continue }
          for column in pivot..<width { other[column] -= fraction * own[column] }
        }
      }
      return true
    }
    guard isRegular else { return nil }
    return (0..<size).flatMap { row in work[row * width + size..<(row + 1) * width] }
  }
}
