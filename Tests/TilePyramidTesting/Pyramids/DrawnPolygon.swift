/// A polygon with holes, in pixels: a ray from a place inside crosses its rings an odd number of times.
package struct DrawnPolygon: Sendable {
  private let edges: [(from: (x: Double, y: Double), to: (x: Double, y: Double))]

  package init(rings: [[(Double, Double)]]) {
    edges = rings.flatMap { ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).map { (from: $0, to: $1) }
    }
  }

  private func contains(_ x: Double, _ y: Double) -> Bool {
    var isInside = false
    for (a, b) in edges
    where (a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x {
      isInside.toggle()
    }
    return isInside
  }

  /// The number of a pixel's four corners and its middle that are inside.
  package func corners(x: Int, y: Int) -> Int {
    [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.5, 0.5)].count {
      contains(Double(x) + $0.0, Double(y) + $0.1)
    }
  }
}
