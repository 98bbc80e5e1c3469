public import TileModel

/// The part of the map that is used of an image.
///
/// Its polygons have edges that are straight in the system in which they were given. A position is inside a
/// polygon by the even-odd rule, so that rings may be holes. The area is the union of the polygons.
public struct ClipArea: Hashable, Sendable {
  /// A polygon: its rings, in projected metres, each continuous across the antimeridian.
  ///
  /// The last position of a ring joins the first.
  public struct Polygon: Hashable, Sendable {
    /// The outline and the holes.
    public var rings: [[MercatorPoint]]

    /// Takes rings.
    public init(rings: [[MercatorPoint]]) { self.rings = rings }

    package var bounds: MercatorBounds? { MercatorBounds(enclosing: rings.joined()) }
  }

  /// The polygons, which may overlap.
  public var polygons: [Polygon]

  /// Takes polygons in projected metres.
  public init(polygons: [Polygon]) { self.polygons = polygons }

  /// The area between two meridians and two parallels.
  ///
  /// `west > east` crosses the antimeridian, as does an edge beyond 180 degrees.
  ///
  /// - Throws: ``GeoreferenceError`` for bounds without area or off the globe.
  public init(
    _ bounds: GeographicBounds, location: String = "`clipBounds`"
  ) throws(GeoreferenceError) {
    let bounds = try bounds.oneWorld(location: location)
    let east = bounds.east <= bounds.west ? bounds.east + 360 : bounds.east
    let ring = [
      CRSPoint(x: bounds.west, y: bounds.north), CRSPoint(x: east, y: bounds.north),
      CRSPoint(x: east, y: bounds.south), CRSPoint(x: bounds.west, y: bounds.south),
    ]
    polygons = [Polygon(rings: [ring.map { CoordinateReferenceSystem.geographic.onMap($0) }])]
  }
}

extension ClipArea {
  /// The positions of a ring at which it changes its direction by more than a hundredth, which is what
  /// reading an edge as it runs on the map does not.
  package static func corners(of ring: [MercatorPoint]) -> [MercatorPoint] {
    guard ring.count > 3 else { return ring }
    let corners = ring.indices.filter { index in
      let (a, b) = (ring[(index + ring.count - 1) % ring.count], ring[index])
      let c = ring[(index + 1) % ring.count]
      let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y)
      let lengths = ((ux * ux + uy * uy) * (vx * vx + vy * vy)).squareRoot()
      return (ux * vy - uy * vx).magnitude > 0.01 * lengths || ux * vx + uy * vy < 0
    }
    return corners.count < 3 ? ring : corners.map { ring[$0] }
  }
}

/// Crossings of a line with the rings of an area, and the spans of it that are inside.
package struct AreaLine {
  private var crossings: [(place: Double, polygon: Int32)] = []
  /// One entry per polygon: true after an odd number of crossings.
  private var isInside: [Bool] = []

  package init() {}

  package mutating func add(_ place: Double, of polygon: Int32) {
    crossings.append((place, polygon))
    if polygon >= isInside.count {
      isInside += [Bool](repeating: false, count: Int(polygon) + 1 - isInside.count)
    }
  }

  @discardableResult
  package mutating func takeSpans(_ body: (_ start: Double, _ end: Double) -> Void) -> Bool {
    crossings.sort { $0.place < $1.place }
    var (start, depth) = (0.0, 0)
    for (place, polygon) in crossings {
      if depth == 0 { start = place }
      isInside[Int(polygon)].toggle()
      depth += isInside[Int(polygon)] ? 1 : -1
      if depth == 0 { body(start, place) }
    }
    if depth > 0 { for (_, polygon) in crossings { isInside[Int(polygon)] = false } }
    crossings.removeAll(keepingCapacity: true)
    return depth > 0
  }
}

extension CoordinateReferenceSystem {
  func onMap(_ point: CRSPoint) -> MercatorPoint {
    var position = mercator(of: point)
    let limit = 1.01 * WebMercator.halfExtent
    position.y = min(max(position.y, -limit), limit)
    return position
  }

  func ringOnMap(_ ring: [CRSPoint], limit: Int) -> [MercatorPoint]? {
    MapLine.ring(
      ring.map { SIMD2($0.x, $0.y) }, limit: limit, isStraight: self == .webMercator
    ) { onMap(CRSPoint(x: $0.x, y: $0.y)) }
  }
}

/// Lines that are straight in a plane, as they run on the map.
enum MapLine {
  /// Inserts positions where an edge is curved on the map, until it deviates by less than a centimetre.
  static func ring(
    _ ring: [SIMD2<Double>], limit: Int, isStraight: Bool, onMap: (SIMD2<Double>) -> MercatorPoint
  ) -> [MercatorPoint]? {
    var result: [MercatorPoint] = []
    for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      append(from: start, to: end, depth: 0, isStraight, onMap, into: &result)
      if result.count > limit { return nil }
    }
    return result
  }

  private static func append(
    from start: SIMD2<Double>, to end: SIMD2<Double>, depth: Int, _ isStraight: Bool,
    _ onMap: (SIMD2<Double>) -> MercatorPoint, into result: inout [MercatorPoint]
  ) {
    let (a, b) = (onMap(start), onMap(end))
    let middle = (start + end) / 2
    let c = onMap(middle)
    let stray = (c.x - (a.x + b.x) / 2).length(with: c.y - (a.y + b.y) / 2)
    // The first halvings are made whatever the middle says: a curve may cross its chord there.
    let isCurved = depth < 2 && !isStraight || stray > 0.01
    guard isCurved, depth < 12 else {
      result.append(a)
      return
    }
    append(from: start, to: middle, depth: depth + 1, isStraight, onMap, into: &result)
    append(from: middle, to: end, depth: depth + 1, isStraight, onMap, into: &result)
  }
}
