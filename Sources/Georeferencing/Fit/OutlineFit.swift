import Platform
package import TileModel

/// A similarity transform that fits an edge of a plan to an outline on the map.
///
/// An iterative closest point fit refines starts at all rotations (Besl and McKay 1992), with the
/// farthest pairs trimmed (Chetverikov 2002). What it ends at are poses, which are compared by all
/// distances: trimmed ones would not tell a building from itself rotated when a bay alone does.
package struct OutlineFit: Hashable, Sendable {
  /// A place of a plan where all moves by a little put it farther from the outline.
  package struct Pose: Hashable, Sendable {
    /// Pixels of the plan to EPSG:3857.
    package let transform: AffineTransform
    /// Root mean square distance of the nearer pairs, in metres on the ground.
    package let metres: Double
    /// Root mean square of all distances, each up to a limit, as a share of the outline's length.
    package let misfit: Double
    /// Direction of the plan's top, in degrees clockwise from north.
    package let bearing: Double
  }

  /// The nearest pose.
  package let best: Pose
  /// The nearest pose that is another place.
  package let rival: Pose?
  /// Misfit of the plan mirrored.
  package let mirroredMisfit: Double
  /// Longest extent of the outline, in metres.
  package let length: Double
  /// The pose of a plan that is wider or higher than it should be; `nil` where samples are square.
  package let stretched: Stretched?

  /// An affine fit.
  package struct Stretched: Hashable, Sendable {
    /// The width of a sample on the ground as a multiple of its height.
    package let ratio: Double
    /// Root mean square distance of the nearer pairs, in metres on the ground.
    package let metres: Double
  }

  /// Positions that are compared, of either edge: in the search, and for what it finds.
  private static let counts = (search: 70, result: 300)
  private static let rotationCount = 24
  /// Places of the search that are refined, and the edges of each.
  private static let chosenCounts = (places: 8, edges: 3)
  /// Degrees from a stated bearing at which a pose counts.
  private static let bearingTolerance = 40.0

  /// Fits edges, of which the nearest counts, to a ring in projected metres; `nil` when nothing has an extent.
  ///
  /// Its last position joins the first. A `bearing` leaves out places that rotate the plan otherwise.
  package init?(_ edges: [[PixelPoint]], to ring: [MercatorPoint], bearing: Double? = nil) {
    guard let outline = PlaneOutline(ClipArea.corners(of: ring)) else { return nil }
    let bearings = bearing.map { ($0 - Self.bearingTolerance)...($0 + Self.bearingTolerance) }
    func isAllowed(_ pose: PlanePose) -> Bool {
      bearings?.contains(pose.bearing.wrapped(around: bearing ?? 0, halfTurn: 180)) ?? true
    }
    func search(_ edges: [(number: Int, edge: [PixelPoint])], _ outline: PlaneOutline)
      -> [PlanePose]
    {
      let pairing = outline.pairing(Self.counts.search)
      var poses: [PlanePose] = []
      for (number, edge) in edges {
        let ink = edge.spread(Self.counts.search)
        for step in 0..<Self.rotationCount {
          let angle = 2 * Double.pi * Double(step) / Double(Self.rotationCount)
          guard let start = pairing.start(ink, rotatedBy: angle),
            let pose = pairing.refined(start, ink, edge: number, steps: 20)
          else { continue }
          poses.append(pose)
        }
      }
      return poses
    }
    let numbered = Array(edges.enumerated()).map { (number: $0.offset, edge: $0.element) }
    let exact = outline.pairing(Self.counts.result)
    let starts = search(numbered, outline).filter(isAllowed)
    let found = Self.chosen(starts, length: outline.length).compactMap { pose in
      exact.refined(
        pose.transform, edges[pose.edge].spread(Self.counts.result), edge: pose.edge, steps: 40,
        isLast: true)
    }
    let poses = PlanePose.distinct(found, length: outline.length)
    guard let best = poses.first else { return nil }
    let mirror = PlanePose.distinct(
      search([numbered[best.edge]], outline.mirrored), length: outline.length
    ).first
    self.best = outline.pose(best)
    rival = poses.dropFirst().first.map(outline.pose)
    mirroredMisfit = mirror?.misfit ?? .infinity
    length = outline.length
    stretched = exact.refined(
      best.transform, edges[best.edge].spread(Self.counts.result), edge: best.edge, steps: 40,
      isLast: true, by: PlaneFit.affine
    ).flatMap { Stretched($0, insteadOf: best) }
  }
}

extension OutlineFit.Stretched {
  /// `nil` unless stretching alone lays the edges onto each other.
  fileprivate init?(_ pose: PlanePose, insteadOf square: PlanePose) {
    let plane = pose.transform
    let (width, height) = (
      plane.columnX.length(with: plane.columnY), plane.rowX.length(with: plane.rowY)
    )
    let cosine = (plane.columnX * plane.rowX + plane.columnY * plane.rowY) / (width * height)
    (ratio, metres) = (width / height, pose.nearer)
    // None of 60 coarse plans that were drawn square was nearer than this (Tests/RasterSourcesTests/Ink).
    guard (0.008...0.1).contains((ratio - 1).magnitude), cosine.magnitude < 0.005,
      metres < 0.65 * square.nearer, pose.misfit < square.misfit
    else { return nil }
  }
}

extension OutlineFit {
  /// The nearest edges of the nearest places.
  private static func chosen(_ poses: [PlanePose], length: Double) -> [PlanePose] {
    let places = PlanePose.distinct(poses, length: length).prefix(chosenCounts.places)
    let sorted = poses.sorted { $0.misfit < $1.misfit }
    return places.flatMap { place in
      var edges: Set<Int> = []
      return sorted.filter { pose in
        edges.count < chosenCounts.edges && pose.isNear(place, length: length)
          && edges.insert(pose.edge).inserted
      }
    }
  }
}

/// An outline in a plane of metres on the ground, with its second axis up.
private struct PlaneOutline {
  var corners: [PlaneVector]
  let length: Double
  private let origin: MercatorPoint
  private let scale: GroundScale

  init?(_ ring: [MercatorPoint]) {
    guard let bounds = MercatorBounds(enclosing: ring) else { return nil }
    // Far from the origin, sums of squares would lose the digits of centimetres.
    let origin = MercatorPoint(
      x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2)
    let scale = GroundScale(atY: origin.y)
    let corners = ring.map {
      PlaneVector(x: ($0.x - origin.x) / scale.east, y: ($0.y - origin.y) / scale.north)
    }
    let spread = corners.count > 500 ? corners.spread(500) : corners
    length = spread.reduce(0) { longest, corner in
      spread.reduce(longest) { max($0, ($1 - corner).length) }
    }
    guard length > 0, length.isFinite else { return nil }
    (self.corners, self.origin, self.scale) = (corners, origin, scale)
  }

  var mirrored: PlaneOutline {
    var other = self
    other.corners = corners.map { PlaneVector(x: -$0.x, y: $0.y) }
    return other
  }

  func pairing(_ count: Int) -> EdgePairing {
    let samples = corners.sampled(count)
    // A coast of a hundred thousand corners is no longer than its samples tell.
    return EdgePairing(
      samples: samples, corners: corners.count > 4 * count ? samples : corners, length: length)
  }

  func pose(_ pose: PlanePose) -> OutlineFit.Pose {
    let plane = pose.transform
    return OutlineFit.Pose(
      transform: AffineTransform(
        originX: origin.x + plane.originX * scale.east,
        originY: origin.y + plane.originY * scale.north,
        columnX: plane.columnX * scale.east, columnY: plane.columnY * scale.north,
        rowX: plane.rowX * scale.east, rowY: plane.rowY * scale.north),
      metres: pose.nearer, misfit: pose.misfit, bearing: pose.bearing)
  }
}

/// A pose in the plane of an outline.
private struct PlanePose {
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
private struct EdgePairing {
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
    _ start: AffineTransform, _ ink: [PixelPoint], edge: Int, steps: Int, isLast: Bool = false,
    by fit: ([PlanePair]) -> AffineTransform? = { PlaneFit.similarity($0) }
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
      guard let next = fit(counted.map(\.plane)) else { return nil }
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
        (
          PlanePair(source: pixel, target: CRSPoint(x: target.x, y: target.y)), square.squareRoot()
        ))
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
private struct PlaneVector: Hashable {
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
  fileprivate func spread(_ limit: Int) -> [Element] {
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
  fileprivate func sampled(_ limit: Int) -> [PlaneVector] {
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
