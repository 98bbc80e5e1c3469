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
  private static let counts = (search: 70, result: 300, polish: 2000)
  private static let rotationCount = 24
  /// Places of the search that are refined, and the edges of each.
  private static let chosenCounts = (places: 8, edges: 3)
  /// Misfit up to which edges are taken for equally good, as a multiple of the best one's.
  private static let equalMisfits = 1.25
  /// Distance up to which polished edges are taken for equally good, as a multiple of the least one.
  private static let equalPolish = 1.5
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
    guard var best = poses.first else { return nil }
    // Sides and middles of walls are nearly as near, and only one of them lies on the outline; ink that is
    // taken as it is comes first.
    let equal = found.filter {
      $0.misfit <= Self.equalMisfits * best.misfit && $0.isNear(best, length: outline.length)
    }.sorted { $0.edge < $1.edge }.compactMap { pose -> PlanePose? in
      let edge = edges[pose.edge].spread(Self.counts.polish)
      guard let polished = exact.polished(pose.transform, edge) else { return nil }
      var pose = pose
      (pose.transform, pose.nearer) = polished
      return pose
    }
    let least = equal.map(\.nearer).min() ?? 0
    best = equal.first { $0.nearer <= Self.equalPolish * least } ?? best
    let mirror = PlanePose.distinct(
      search([numbered[best.edge]], outline.mirrored), length: outline.length
    ).first
    self.best = outline.pose(best)
    rival = poses.dropFirst().first.map(outline.pose)
    mirroredMisfit = mirror?.misfit ?? .infinity
    length = outline.length
    stretched = exact.polished(
      best.transform, edges[best.edge].spread(Self.counts.polish), unknowns: 6
    ).flatMap { Stretched($0.transform, metres: $0.metres, insteadOf: best.nearer) }
  }
}

extension OutlineFit.Stretched {
  /// `nil` unless stretching alone lays the edges onto each other.
  fileprivate init?(_ plane: AffineTransform, metres: Double, insteadOf square: Double) {
    let (width, height) = (
      plane.columnX.length(with: plane.columnY), plane.rowX.length(with: plane.rowY)
    )
    let cosine = (plane.columnX * plane.rowX + plane.columnY * plane.rowY) / (width * height)
    (ratio, self.metres) = (width / height, metres)
    // Outlines that are traced by hand make up to 0.01 of 48 drawn plans (Tests/RasterSourcesTests/Ink).
    guard (0.012...0.1).contains((ratio - 1).magnitude), cosine.magnitude < 0.01,
      metres < 0.6 * square
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
