package import Georeferencing
import Platform
import RasterSources
package import TileModel

/// A similarity transform that fits the outer edge of a plan's ink to an outline on the map.
///
/// The minimum-area rectangles of both give the starts: two rotations, or four when they are nearly
/// square. An iterative closest point fit refines each start, and the nearest result is taken (Besl
/// and McKay 1992). The farthest pairs are trimmed as in Chetverikov 2002.
package struct OutlineFit: Hashable, Sendable {
  /// Pixels of the plan to EPSG:3857.
  package let transform: AffineTransform
  /// Root mean square distance of the nearer pairs, in metres on the ground.
  package let metres: Double

  /// Positions sampled on either edge.
  private static let sampleCount = 1200
  /// Least aspect ratio that distinguishes the sides of a rectangle.
  private static let clearRatio = 1.15
  /// Share of pairs that count; the others may lie on parts that only one of the two has.
  private static let countedShare = 0.8

  /// Fits an edge to a ring in projected metres, closed by its last position; `nil` when either has
  /// no extent.
  package init?(_ edge: InkOutline, to ring: [MercatorPoint]) {
    let ink = Self.thinned(edge.points)
    // Far from the origin, sums of squares would lose the digits of centimetres.
    guard let first = ring.first else { return nil }
    let corners = ring.map { Vector(x: $0.x - first.x, y: $0.y - first.y) }
    let outline = Self.sampled(corners)
    guard let inkBox = OrientedBox(around: ink.map { Vector(x: $0.x, y: -$0.y) }),
      let box = OrientedBox(around: outline)
    else {
      return nil
    }
    // A coast of a hundred thousand corners is no longer than its samples tell.
    let search = ClosestPoints(outline, corners.count > Self.sampleCount ? outline : corners)
    var best: (transform: AffineTransform, distance: Double)?
    for rotation in Self.rotations(inkBox, box) {
      let start = AffineTransform(laying: inkBox, onto: box, rotatedBy: rotation)
      let found = Self.refined(start, ink: ink, search: search, atY: first.y)
      if found.distance < best?.distance ?? .infinity { best = found }
    }
    guard let best, best.distance.isFinite else { return nil }
    var transform = best.transform
    transform.originX += first.x
    transform.originY += first.y
    self.transform = transform
    // Both scales differ by less than the edges do.
    metres = best.distance / GroundScale(atY: first.y).east
  }

  private static func rotations(_ ink: OrientedBox, _ box: OrientedBox) -> [Double] {
    let isClear = min(ink.ratio, box.ratio) > clearRatio
    return isClear ? [0, .pi] : [0, .pi / 2, .pi, 3 * .pi / 2]
  }

  private static func refined(
    _ start: AffineTransform, ink: [PixelPoint], search: ClosestPoints, atY y: Double
  ) -> (transform: AffineTransform, distance: Double) {
    var transform = start
    var distance = Double.infinity
    for _ in 0..<80 {
      let pairs = search.pairs(of: ink, by: transform).sorted { $0.distance < $1.distance }
      let counted = Array(pairs.prefix(max(2, Int(Double(pairs.count) * countedShare))))
      guard let next = PlaneFit.similarity(counted.map(\.plane), atY: y) else { break }
      let squares = counted.reduce(0) { $0 + $1.distance * $1.distance }
      let now = (squares / Double(counted.count)).squareRoot()
      transform = next
      if (distance - now).magnitude < 1e-6 * now { break }
      distance = now
    }
    return (transform, distance)
  }

  private static func thinned(_ points: [PixelPoint]) -> [PixelPoint] {
    guard points.count > sampleCount else { return points }
    return (0..<sampleCount).map { points[$0 * points.count / sampleCount] }
  }

  private static func sampled(_ ring: [Vector]) -> [Vector] {
    let edges = Array(zip(ring, ring.dropFirst() + ring.prefix(1)))
    let length = edges.reduce(0) { $0 + ($1.1 - $1.0).length }
    guard length > 0 else { return [] }
    let step = length / Double(sampleCount)
    var points: [Vector] = []
    var next = 0.0
    for (start, end) in edges {
      let edge = end - start
      while next < edge.length {
        points.append(start + edge * (next / edge.length))
        next += step
      }
      next -= edge.length
    }
    return points
  }
}

/// A position or step in a plane whose second axis goes up.
struct Vector: Hashable {
  var x: Double
  var y: Double

  var length: Double { (x * x + y * y).squareRoot() }
  static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y) }
  static func * (a: Vector, factor: Double) -> Vector { Vector(x: a.x * factor, y: a.y * factor) }
  func dot(_ other: Vector) -> Double { x * other.x + y * other.y }
  func cross(_ other: Vector) -> Double { x * other.y - y * other.x }
}

/// The rectangle of the smallest area around positions.
struct OrientedBox: Hashable {
  var center: Vector
  /// Direction of the longer side, in radians.
  var angle: Double
  var length: Double
  var width: Double

  var ratio: Double { width > 0 ? length / width : .infinity }

  /// One side is along a side of the convex hull; `nil` without extent.
  init?(around points: [Vector]) {
    let hull = Self.hull(of: points)
    guard hull.count >= 3 else { return nil }
    var smallest: (area: Double, box: OrientedBox)?
    for (start, end) in zip(hull, hull.dropFirst() + hull.prefix(1)) {
      let edge = end - start
      guard edge.length > 0 else { continue }
      let along = edge * (1 / edge.length)
      let across = Vector(x: -along.y, y: along.x)
      let (u, v) = (hull.map { $0.dot(along) }, hull.map { $0.dot(across) })
      guard let u0 = u.min(), let u1 = u.max(), let v0 = v.min(), let v1 = v.max() else { continue }
      let area = (u1 - u0) * (v1 - v0)
      guard area < smallest?.area ?? .infinity else { continue }
      let isAlong = u1 - u0 >= v1 - v0
      let direction = isAlong ? along : across
      smallest = (
        area,
        OrientedBox(
          center: along * ((u0 + u1) / 2) + across * ((v0 + v1) / 2),
          angle: atan2(direction.y, direction.x),
          length: isAlong ? u1 - u0 : v1 - v0, width: isAlong ? v1 - v0 : u1 - u0)
      )
    }
    guard let box = smallest?.box, box.width > 0 else { return nil }
    self = box
  }

  private init(center: Vector, angle: Double, length: Double, width: Double) {
    (self.center, self.angle, self.length, self.width) = (center, angle, length, width)
  }

  /// The convex hull, anticlockwise (Andrew's monotone chain).
  private static func hull(of points: [Vector]) -> [Vector] {
    let sorted = Set(points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count >= 3 else { return sorted }
    func chain(_ points: some Sequence<Vector>) -> [Vector] {
      var chain: [Vector] = []
      for point in points {
        while chain.count >= 2,
          (chain[chain.count - 1] - chain[chain.count - 2]).cross(point - chain[chain.count - 1])
            <= 0
        { chain.removeLast() }
        chain.append(point)
      }
      return chain.dropLast()
    }
    return chain(sorted) + chain(sorted.reversed())
  }
}

extension AffineTransform {
  /// Maps a rectangle of an image, second axis up, onto another of nearly the same proportions.
  fileprivate init(laying box: OrientedBox, onto other: OrientedBox, rotatedBy rotation: Double) {
    let scale = ((other.length * other.width) / (box.length * box.width)).squareRoot()
    let angle = other.angle - box.angle + rotation
    let (a, b) = (scale * cos(angle), scale * sin(angle))
    self.init(
      originX: other.center.x - a * box.center.x + b * box.center.y,
      originY: other.center.y - b * box.center.x - a * box.center.y,
      columnX: a, columnY: b, rowX: b, rowY: -a)
  }
}

/// Nearest points between two polylines, both ways.
struct ClosestPoints {
  /// A position of the ink with the nearest one of the outline, or the reverse.
  struct Pair {
    var plane: PlanePair
    var distance: Double

    init(_ ink: PixelPoint, _ outline: Vector, distance: Double) {
      plane = PlanePair(source: ink, target: CRSPoint(x: outline.x, y: outline.y))
      self.distance = distance
    }
  }

  private let samples: [Vector]
  private let edges: [(start: Vector, step: Vector)]

  init(_ samples: [Vector], _ corners: [Vector]) {
    self.samples = samples
    edges = zip(corners, corners.dropFirst() + corners.prefix(1)).map { ($0, $1 - $0) }
  }

  /// Pairs of both directions.
  ///
  /// Without those from the outline, a plan that shrinks into a corner would be near everywhere.
  func pairs(of ink: [PixelPoint], by transform: AffineTransform) -> [Pair] {
    let placed = ink.map { pixel in
      let position = transform.apply(pixel)
      return Vector(x: position.x, y: position.y)
    }
    var pairs: [Pair] = []
    pairs.reserveCapacity(ink.count + samples.count)
    for (source, point) in zip(ink, placed) {
      let target = nearest(to: point)
      pairs.append(Pair(source, target, distance: (target - point).length))
    }
    for sample in samples {
      var best = (index: 0, square: Double.infinity)
      for index in placed.indices {
        let offset = placed[index] - sample
        let square = offset.dot(offset)
        if square < best.square { best = (index, square) }
      }
      guard best.square.isFinite else { continue }
      pairs.append(Pair(ink[best.index], sample, distance: best.square.squareRoot()))
    }
    return pairs
  }

  private func nearest(to point: Vector) -> Vector {
    var best = (point: point, square: Double.infinity)
    for (start, step) in edges {
      let length = step.dot(step)
      let along = length > 0 ? min(max((point - start).dot(step) / length, 0), 1) : 0
      let candidate = start + step * along
      let offset = candidate - point
      let square = offset.dot(offset)
      if square < best.square { best = (candidate, square) }
    }
    return best.point
  }
}
