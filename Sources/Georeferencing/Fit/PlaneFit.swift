import TileModel

/// A raster position and its position in some plane.
package struct PlanePair: Hashable, Sendable {
  package var source: PixelPoint
  package var target: CRSPoint

  package init(source: PixelPoint, target: CRSPoint) {
    self.source = source
    self.target = target
  }
}

/// Least squares fits of transforms between two planes, minimising squared distances in the target plane.
///
/// Both planes are centred and scaled before solving: coordinates of 10⁷ metres would leave no digits for
/// pixels of centimetres.
package enum PlaneFit {
  /// `nil` when all sources or all targets are one point.
  ///
  /// Rows count downwards and Y upwards, so that the determinant is negative: it never mirrors.
  package static func similarity(_ pairs: [PlanePair], atY y: Double? = nil) -> AffineTransform? {
    let scale = y.map { GroundScale(atY: $0) }
    let aspect = scale.map { $0.north / $0.east } ?? 1
    let square = pairs.map { pair in
      PlanePair(source: pair.source, target: CRSPoint(x: pair.target.x, y: pair.target.y / aspect))
    }
    guard pairs.count >= 2, let frame = NormalisedPairs(square) else { return nil }
    var (along, across) = (0.0, 0.0)
    for (source, target) in zip(frame.sources, frame.targets) {
      along += source.x * target.x - source.y * target.y
      across += source.y * target.x + source.x * target.y
    }
    // The sources are scaled to a mean square of 1.
    let count = Double(pairs.count)
    let (a, b) = (along / count, across / count)
    guard a != 0 || b != 0 else { return nil }
    var transform = frame.affine(columnX: a, columnY: b, rowX: b, rowY: -a)
    transform.originY *= aspect
    transform.columnY *= aspect
    transform.rowY *= aspect
    return transform
  }

  package static func affine(_ pairs: [PlanePair]) -> AffineTransform? {
    guard pairs.count >= 3, let frame = NormalisedPairs(pairs) else { return nil }
    // With both planes centred, the shifts are 0 and drop out.
    let matrix = frame.sources.flatMap { [$0.x, $0.y] }
    guard let x = LeastSquares.solve(matrix, columns: 2, rightSide: frame.targets.map(\.x)),
      let y = LeastSquares.solve(matrix, columns: 2, rightSide: frame.targets.map(\.y))
    else { return nil }
    return frame.affine(columnX: x[0], columnY: y[0], rowX: x[1], rowY: y[1])
  }

  /// Exact for four points.
  ///
  /// `nil` when the points do not fix a homography, or its horizon passes between them or through the
  /// raster's origin.
  package static func projective(_ pairs: [PlanePair]) -> ProjectiveTransform? {
    guard pairs.count >= 4, let frame = NormalisedPairs(pairs) else { return nil }
    // The divisor is set to 1 at the centroid, which is on the seen side of any valid horizon.
    var matrix: [Double] = []
    var rightSide: [Double] = []
    for (s, t) in zip(frame.sources, frame.targets) {
      matrix += [s.x, s.y, 1, 0, 0, 0, -t.x * s.x, -t.x * s.y]
      matrix += [0, 0, 0, s.x, s.y, 1, -t.y * s.x, -t.y * s.y]
      rightSide += [t.x, t.y]
    }
    guard let start = LeastSquares.solve(matrix, columns: 8, rightSide: rightSide),
      let coefficients = polish(start, frame: frame)
    else { return nil }
    return frame.projective(coefficients)
  }

  /// Gauss-Newton with halved steps, from the algebraic to the geometric optimum.
  private static func polish(_ start: [Double], frame: NormalisedPairs) -> [Double]? {
    var h = start
    guard var cost = squaredDistance(h, frame: frame) else { return nil }
    for _ in 0..<30 {
      var matrix: [Double] = []
      var residuals: [Double] = []
      for (s, t) in zip(frame.sources, frame.targets) {
        let w = h[6] * s.x + h[7] * s.y + 1
        let x = (h[0] * s.x + h[1] * s.y + h[2]) / w
        let y = (h[3] * s.x + h[4] * s.y + h[5]) / w
        let (u, v) = (s.x / w, s.y / w)
        matrix += [u, v, 1 / w, 0, 0, 0, -x * u, -x * v]
        matrix += [0, 0, 0, u, v, 1 / w, -y * u, -y * v]
        residuals += [t.x - x, t.y - y]
      }
      guard let step = LeastSquares.solve(matrix, columns: 8, rightSide: residuals) else {
        return nil
      }
      var factor = 1.0
      var improved = false
      while factor > 1e-3, !improved {
        let trial = zip(h, step).map { $0 + factor * $1 }
        if let trialCost = squaredDistance(trial, frame: frame), trialCost < cost {
          (h, cost, improved) = (trial, trialCost, true)
        }
        factor /= 2
      }
      let length = step.reduce(0) { $0 + $1 * $1 }.squareRoot()
      if !improved || length < 1e-14 { break }
    }
    return h
  }

  private static func squaredDistance(_ h: [Double], frame: NormalisedPairs) -> Double? {
    var sum = 0.0
    for (s, t) in zip(frame.sources, frame.targets) {
      let w = h[6] * s.x + h[7] * s.y + 1
      guard w > 1e-9 else { return nil }
      let x = (h[0] * s.x + h[1] * s.y + h[2]) / w - t.x
      let y = (h[3] * s.x + h[4] * s.y + h[5]) / w - t.y
      sum += x * x + y * y
    }
    return sum
  }
}

/// Pairs moved so that both centroids are at 0 and both mean square distances from them are 1.
struct NormalisedPairs {
  let sources: [PixelPoint]
  let targets: [CRSPoint]
  let sourceCenter: PixelPoint
  let targetCenter: CRSPoint
  let sourceScale: Double
  let targetScale: Double

  init?(_ pairs: [PlanePair]) {
    let count = Double(pairs.count)
    guard let first = pairs.first else { return nil }
    // Differences to one of the points keep the digits that a sum of large coordinates would lose.
    var (sx, sy, tx, ty) = (0.0, 0.0, 0.0, 0.0)
    for pair in pairs {
      sx += pair.source.x - first.source.x
      sy += pair.source.y - first.source.y
      tx += pair.target.x - first.target.x
      ty += pair.target.y - first.target.y
    }
    let source = PixelPoint(x: first.source.x + sx / count, y: first.source.y + sy / count)
    let target = CRSPoint(x: first.target.x + tx / count, y: first.target.y + ty / count)
    (sourceCenter, targetCenter) = (source, target)
    let sources = pairs.map { PixelPoint(x: $0.source.x - source.x, y: $0.source.y - source.y) }
    let targets = pairs.map { CRSPoint(x: $0.target.x - target.x, y: $0.target.y - target.y) }
    let sourceScale = (sources.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y } / count).squareRoot()
    let targetScale = (targets.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y } / count).squareRoot()
    guard sourceScale.isNormal, targetScale.isNormal else { return nil }
    (self.sourceScale, self.targetScale) = (sourceScale, targetScale)
    self.sources = sources.map { PixelPoint(x: $0.x / sourceScale, y: $0.y / sourceScale) }
    self.targets = targets.map { CRSPoint(x: $0.x / targetScale, y: $0.y / targetScale) }
  }

  func affine(columnX: Double, columnY: Double, rowX: Double, rowY: Double) -> AffineTransform {
    let scale = targetScale / sourceScale
    let (cx, cy, rx, ry) = (columnX * scale, columnY * scale, rowX * scale, rowY * scale)
    return AffineTransform(
      originX: targetCenter.x - (cx * sourceCenter.x + rx * sourceCenter.y),
      originY: targetCenter.y - (cy * sourceCenter.x + ry * sourceCenter.y),
      columnX: cx, columnY: cy, rowX: rx, rowY: ry)
  }

  func projective(_ h: [Double]) -> ProjectiveTransform? {
    // Substituting (x - cx) / s for the normalised source in each of the three rows.
    func row(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
      [
        a / sourceScale, b / sourceScale,
        c - (a * sourceCenter.x + b * sourceCenter.y) / sourceScale,
      ]
    }
    let divisor = row(h[6], h[7], 1)
    guard divisor[2] > 1e-9 else { return nil }
    let x = row(h[0], h[1], h[2]).map { $0 * targetScale / divisor[2] }
    let y = row(h[3], h[4], h[5]).map { $0 * targetScale / divisor[2] }
    let coefficients = x + y + [divisor[0] / divisor[2], divisor[1] / divisor[2]]
    guard coefficients.allSatisfy(\.isFinite) else { return nil }
    return ProjectiveTransform(
      originX: targetCenter.x, originY: targetCenter.y, coefficients: coefficients)
  }
}
