import Platform

/// A pose in the plane of an outline.
struct PlanePose {
  var transform: AffineTransform
  var edge: Int
  var nearer: Double
  var misfit: Double
  /// Corners of the box of the plan's edge, in pixels.
  var box: [PixelPoint]

  var bearing: Double {
    (atan2(-transform.rowX, -transform.rowY) * 180 / .pi).wrapped(around: 180, halfTurn: 180)
  }

  /// Share of the outline's length that corners move between two places.
  private static let leastMove = 0.03

  /// The nearest one of each place, nearest first.
  static func distinct(_ poses: [PlanePose], length: Double) -> [PlanePose] {
    var kept: [PlanePose] = []
    for pose in poses.sorted(by: { $0.misfit < $1.misfit })
    where !kept.contains(where: { pose.isNear($0, length: length) }) { kept.append(pose) }
    return kept
  }

  func isNear(_ other: PlanePose, length: Double) -> Bool {
    box.allSatisfy { pixel in
      let (here, there) = (transform.apply(pixel), other.transform.apply(pixel))
      return (here.x - there.x).length(with: here.y - there.y) <= Self.leastMove * length
    }
  }
}

/// Nearest points between the edge of a plan and an outline, both ways.
///
/// Without those from the outline, a plan that shrinks into a corner would be near everywhere.
struct EdgePairing {
  let samples: [PlaneVector]
  let length: Double
  private let sides: [(start: PlaneVector, step: PlaneVector, inverse: Double)]

  /// Share of pairs that count for a fit; the others may lie on parts that only one of the two has.
  private static let countedShare = 0.8
  /// Greatest distance in a misfit, as a share of the outline's length.
  private static let limit = 0.03

  init(samples: [PlaneVector], corners: [PlaneVector], length: Double) {
    (self.samples, self.length) = (samples, length)
    sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { start, end in
      let step = end - start
      return (start, step, step.dot(step) > 0 ? 1 / step.dot(step) : 0)
    }
  }

  /// A transform that lays one edge onto the other by their middles and extents.
  func start(_ ink: [PixelPoint], rotatedBy angle: Double) -> AffineTransform? {
    func moments(_ points: [PlaneVector]) -> (middle: PlaneVector, radius: Double) {
      let middle = points.reduce(PlaneVector(x: 0, y: 0), +) * (1 / Double(points.count))
      let squares = points.reduce(0) { $0 + ($1 - middle).dot($1 - middle) }
      return (middle, (squares / Double(points.count)).squareRoot())
    }
    let (from, to) = (moments(ink.map { PlaneVector(x: $0.x, y: -$0.y) }), moments(samples))
    guard from.radius > 0, to.radius > 0 else { return nil }
    let scale = to.radius / from.radius
    let (a, b) = (scale * cos(angle), scale * sin(angle))
    return AffineTransform(
      originX: to.middle.x - a * from.middle.x + b * from.middle.y,
      originY: to.middle.y - b * from.middle.x - a * from.middle.y,
      columnX: a, columnY: b, rowX: b, rowY: -a)
  }

  func refined(
    _ start: AffineTransform, _ ink: [PixelPoint], edge: Int, steps: Int, isLast: Bool = false
  ) -> PlanePose? {
    var (transform, distance) = (start, Double.infinity)
    for step in 0..<steps {
      let pairs = pairs(of: ink, by: transform).sorted { $0.distance < $1.distance }
      var counted = pairs.prefix(max(2, Int(Double(pairs.count) * Self.countedShare)))
      if isLast, 2 * step > steps {
        // Dimension lines along a side are as many as they like.
        let limit = max(3 * pairs[pairs.count / 2].distance, 0.001 * length)
        counted = pairs.prefix { $0.distance <= limit }
      }
      guard let next = PlaneFit.similarity(counted.map(\.plane)) else { return nil }
      let squares = counted.reduce(0) { $0 + $1.distance * $1.distance }
      let now = (squares / Double(counted.count)).squareRoot()
      transform = next
      if !isLast, (distance - now).magnitude < 1e-4 * now { break }
      distance = now
    }
    let pairs = pairs(of: ink, by: transform)
    let squares = pairs.map { $0.distance * $0.distance }.sorted()
    func mean(_ squares: some Collection<Double>) -> Double {
      (squares.reduce(0, +) / Double(max(1, squares.count))).squareRoot()
    }
    let limit = Self.limit * length
    let misfit = mean(squares.map { min($0, limit * limit) }) / length
    let counted = squares.prefix(max(2, Int(Double(squares.count) * Self.countedShare)))
    let (x, y) = (ink.map(\.x), ink.map(\.y))
    guard misfit.isFinite, let x0 = x.min(), let x1 = x.max(), let y0 = y.min(), let y1 = y.max()
    else { return nil }
    let box = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map { PixelPoint(x: $0.0, y: $0.1) }
    return PlanePose(
      transform: transform, edge: edge, nearer: mean(counted), misfit: misfit, box: box)
  }

  /// The transform after each position on the edge has moved along the normal of its side alone, and the root
  /// mean square of what is left in metres (Chen and Medioni 1992).
  ///
  /// Pairs of positions also hold each other along a side, where they say nothing: a scale would be off by
  /// their spacing. Four unknowns keep samples square, and six do not.
  func polished(
    _ start: AffineTransform, _ ink: [PixelPoint], unknowns: Int = 4
  ) -> (transform: AffineTransform, metres: Double)? {
    let count = Double(ink.count)
    let middle = PixelPoint(
      x: ink.reduce(0) { $0 + $1.x } / count, y: ink.reduce(0) { $0 + $1.y } / count)
    let reach = ink.reduce(0) { max($0, ($1.x - middle.x).magnitude, ($1.y - middle.y).magnitude) }
    guard reach > 0 else { return nil }
    var (transform, metres) = (start, Double.infinity)
    for step in 0..<Self.polishingSteps {
      var found: [(u: Double, v: Double, normal: PlaneVector, distance: Double)] = []
      for pixel in ink {
        let place = transform.apply(pixel)
        let point = PlaneVector(x: place.x, y: place.y)
        guard let (foot, side) = footInside(of: point) else { continue }
        let normal = PlaneVector(x: -side.y, y: side.x) * (1 / side.length)
        found.append(
          (
            (pixel.x - middle.x) / reach, (pixel.y - middle.y) / reach, normal,
            normal.dot(foot - point)
          ))
      }
      let sorted = found.map(\.distance.magnitude).sorted()
      guard sorted.count > 8 * unknowns else { return nil }
      // Some sides that fit exactly must not leave out the others before all have been tried together.
      let least = (4 * step < Self.polishingSteps ? 0.01 : 0.001) * length
      let limit = max(3 * sorted[sorted.count / 2], least)
      let counted = found.filter { $0.distance.magnitude <= limit }
      var matrix: [Double] = []
      for (u, v, n, _) in counted {
        matrix += [n.x, n.y]
        matrix += unknowns == 4 ? [n.x * u - n.y * v, n.x * v + n.y * u] : [n.x * u, n.y * u]
        if unknowns == 6 { matrix += [n.x * v, n.y * v] }
      }
      let solution = LeastSquares.solve(
        matrix, columns: unknowns, rightSide: counted.map(\.distance))
      guard let change = solution else { return nil }
      let column = PlaneVector(x: change[2], y: change[3]) * (1 / reach)
      let row =
        unknowns == 4
        ? PlaneVector(x: column.y, y: -column.x)
        : PlaneVector(x: change[4], y: change[5]) * (1 / reach)
      transform.columnX += column.x
      transform.columnY += column.y
      transform.rowX += row.x
      transform.rowY += row.y
      transform.originX += change[0] - column.x * middle.x - row.x * middle.y
      transform.originY += change[1] - column.y * middle.x - row.y * middle.y
      let squares = counted.reduce(0) { $0 + $1.distance * $1.distance }
      metres = (squares / Double(counted.count)).squareRoot()
    }
    return (transform, metres)
  }

  private static let polishingSteps = 20

  /// The nearest position on a side, and the side; `nil` at a corner, which has no normal.
  private func footInside(of point: PlaneVector) -> (foot: PlaneVector, side: PlaneVector)? {
    var best: (foot: PlaneVector, side: PlaneVector, square: Double, isInside: Bool)?
    for side in sides where side.inverse > 0 {
      let along = (point - side.start).dot(side.step) * side.inverse
      let foot = side.start + side.step * min(max(along, 0), 1)
      let square = (foot - point).dot(foot - point)
      if square < best?.square ?? .infinity {
        best = (foot, side.step, square, (0...1).contains(along))
      }
    }
    return best.flatMap { $0.isInside ? ($0.foot, $0.side) : nil }
  }

  private func pairs(
    of ink: [PixelPoint], by transform: AffineTransform
  ) -> [(plane: PlanePair, distance: Double)] {
    let placed = ink.map { pixel in
      let position = transform.apply(pixel)
      return PlaneVector(x: position.x, y: position.y)
    }
    var pairs: [(plane: PlanePair, distance: Double)] = []
    pairs.reserveCapacity(ink.count + samples.count)
    func add(_ pixel: PixelPoint, _ target: PlaneVector, _ square: Double) {
      pairs.append(
        (PlanePair(source: pixel, target: CRSPoint(x: target.x, y: target.y)), square.squareRoot()))
    }
    for (pixel, point) in zip(ink, placed) {
      let target = nearest(to: point)
      add(pixel, target, (target - point).dot(target - point))
    }
    for sample in samples {
      var best = (index: 0, square: Double.infinity)
      for index in placed.indices {
        let offset = placed[index] - sample
        let square = offset.dot(offset)
        if square < best.square { best = (index, square) }
      }
      if best.square.isFinite { add(ink[best.index], sample, best.square) }
    }
    return pairs
  }

  private func nearest(to point: PlaneVector) -> PlaneVector {
    var best = (point: point, square: Double.infinity)
    for side in sides {
      let along = min(max((point - side.start).dot(side.step) * side.inverse, 0), 1)
      let candidate = side.start + side.step * along
      let offset = candidate - point
      let square = offset.dot(offset)
      if square < best.square { best = (candidate, square) }
    }
    return best.point
  }
}

/// A position or step in a plane whose second axis goes up.
struct PlaneVector: Hashable {
  var x: Double
  var y: Double

  var length: Double { x.length(with: y) }
  static func + (a: PlaneVector, b: PlaneVector) -> PlaneVector {
    PlaneVector(x: a.x + b.x, y: a.y + b.y)
  }
  static func - (a: PlaneVector, b: PlaneVector) -> PlaneVector {
    PlaneVector(x: a.x - b.x, y: a.y - b.y)
  }
  static func * (a: PlaneVector, factor: Double) -> PlaneVector {
    PlaneVector(x: a.x * factor, y: a.y * factor)
  }
  func dot(_ other: PlaneVector) -> Double { x * other.x + y * other.y }
}

extension Array {
  /// At most so many, evenly from all, at steps of no period (a golden section).
  func spread(_ limit: Int) -> [Element] {
    guard count > limit else { return self }
    let step = (5.0.squareRoot() - 1) / 2
    return (1...limit).map { number in
      let place = step * Double(number)
      return self[Int((place - place.rounded(.down)) * Double(count))]
    }
  }
}

extension [PlaneVector] {
  /// Positions at equal steps along a ring.
  func sampled(_ limit: Int) -> [PlaneVector] {
    let sides = Array<(PlaneVector, PlaneVector)>(zip(self, dropFirst() + prefix(1)))
    let step = sides.reduce(0) { $0 + ($1.1 - $1.0).length } / Double(limit)
    guard step > 0 else { return [] }
    var points: [PlaneVector] = []
    var next = 0.0
    for (start, end) in sides {
      let side = end - start
      while next < side.length {
        points.append(start + side * (next / side.length))
        next += step
      }
      next -= side.length
    }
    return points
  }
}
