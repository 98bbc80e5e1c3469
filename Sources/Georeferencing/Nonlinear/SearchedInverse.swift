/// The inverse of a nonlinear transform, found by Newton's method.
struct SearchedInverse: Hashable, Sendable {
  private let transform: PixelTransform
  private let starts: [PixelPoint]
  private let targets: [CRSPoint]

  init(_ transform: PixelTransform, lattice: [PixelPoint]) {
    self.transform = transform
    starts = lattice
    targets = lattice.map { transform.apply($0) }
  }

  /// To a millionth of a pixel; `nil` when the search fails.
  func apply(_ point: CRSPoint) -> PixelPoint? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    var nearest = 0
    var least = Double.infinity
    for index in targets.indices {
      let (dx, dy) = (targets[index].x - point.x, targets[index].y - point.y)
      let square = dx * dx + dy * dy
      if square < least { (nearest, least) = (index, square) }
    }
    guard least.isFinite else { return nil }
    var pixel = starts[nearest]
    var error = least
    for _ in 0..<50 {
      let step = transform.jacobian(at: pixel)
      let determinant = step.determinant
      guard determinant.isNormal else { return nil }
      let (ex, ey) = (point.x - step.originX, point.y - step.originY)
      let dx = (step.rowY * ex - step.rowX * ey) / determinant
      let dy = (step.columnX * ey - step.columnY * ex) / determinant
      if dx.magnitude < 1e-6, dy.magnitude < 1e-6 {
        return PixelPoint(x: pixel.x + dx, y: pixel.y + dy)
      }
      var factor = 1.0
      var isNearer = false
      while factor > 1e-3, !isNearer {
        let trial = PixelPoint(x: pixel.x + factor * dx, y: pixel.y + factor * dy)
        let found = transform.apply(trial)
        let (rx, ry) = (point.x - found.x, point.y - found.y)
        let square = rx * rx + ry * ry
        if square < error { (pixel, error, isNearer) = (trial, square, true) }
        factor /= 2
      }
      guard isNearer else {
        // The last digits of coordinates allow no better; a step of a thousandth is as good.
        return dx.magnitude < 1e-3 && dy.magnitude < 1e-3 ? pixel : nil
      }
    }
    return nil
  }
}
