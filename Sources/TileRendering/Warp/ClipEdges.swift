/// An index of the edges of an area in world pixels, by the rows that they cross.
///
/// An edge is listed in the few largest aligned groups of bands that it crosses. Memory grows with
/// the number of edges and not with their length. An edge from pole to pole takes at most some
/// forty entries at any zoom.
struct ClipEdges: Sendable {
  /// An edge from its upper to its lower end, in world pixels.
  struct Edge {
    let top: Double
    let bottom: Double
    /// The x at world row 0, and its change per row.
    let origin: Double
    let slope: Double
    let polygon: Int32

    func x(atY y: Double) -> Double { origin + slope * y }
  }

  private static let bandHeight = 64.0

  private var edges: [Edge] = []
  /// For each group size, a power of two, the edges by group number.
  private var groups: [[Int: [Int32]]] = []

  mutating func add(_ edge: Edge, worldHeight height: Double) {
    let top = max(edge.top, 0) / Self.bandHeight
    let bottom = min(edge.bottom, height) / Self.bandHeight
    guard top <= bottom, let number = Int32(exactly: edges.count) else { return }
    edges.append(edge)
    var (first, last) = (Int(top), Int(bottom))
    var size = 0
    while first <= last {
      if groups.count == size { groups.append([:]) }
      if first & 1 == 1 {
        groups[size][first, default: []].append(number)
        first += 1
      }
      if first <= last, last & 1 == 0 {
        groups[size][last, default: []].append(number)
        last -= 1
      }
      first >>= 1
      last >>= 1
      size += 1
    }
  }

  static func band(ofRow row: Int) -> Int { Int(Double(row) / bandHeight) }

  func forEachEdge(inBand band: Int, _ body: (Edge) -> Void) {
    for (size, groups) in groups.enumerated() {
      for number in groups[band >> size] ?? [] { body(edges[Int(number)]) }
    }
  }
}
