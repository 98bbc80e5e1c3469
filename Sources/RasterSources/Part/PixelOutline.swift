package import Georeferencing
import Platform
import TileModel

/// Polygons in the pixels of an image, tested at pixel centres.
///
/// Vertices are rounded to 1/256 pixel and crossings use differences alone. Of two images on one grid whose
/// polygons share an edge, each pixel is in exactly one.
package final class PixelOutline: Sendable {
  /// Effect of a polygon on an image.
  package enum Cut {
    case nothing, all
    case part(PixelOutline)
  }

  /// A downward edge, in units of 1/256 pixel.
  fileprivate struct Edge {
    let topX: Int
    let topY: Int
    let bottomX: Int
    let bottomY: Int
    let polygon: Int32
  }

  fileprivate static let unit = 256
  /// In pixels; vertices beyond it are clamped.
  private static let farthest = Double(1 << 30)
  /// Largest number of ``rowEdges`` entries per edge.
  private static let entriesPerEdge = 8

  private let edges: [Edge]
  private let rowsPerList: Int
  private let rowEdges: [[Int32]]
  package let fingerprint: Int

  /// The part of an image of a size inside an area; `nil` where a vertex has no position in its pixels.
  package static func cut(
    of size: PixelSize, by area: ClipArea, _ georeference: Georeference
  ) -> Cut? {
    guard let inverse = georeference.pixelToCRS.inverse,
      let footprint = georeference.footprint(of: size)
    else { return nil }
    var edges: [Edge] = []
    for (number, polygon) in zip(Int32(0)..., area.polygons) {
      guard let bounds = polygon.bounds else { continue }
      // A polygon and an image on both sides of the antimeridian may be counted from different worlds.
      let world = 2 * WebMercator.halfExtent
      let shift = [0, world, -world].first { shift in
        bounds.minX + shift < footprint.maxX && footprint.minX < bounds.maxX + shift
      }
      guard let shift else { continue }
      for ring in polygon.rings {
        var vertices: [(x: Int, y: Int)] = []
        vertices.reserveCapacity(ring.count)
        for point in ring {
          let moved = MercatorPoint(x: point.x + shift, y: point.y)
          guard let pixel = inverse.apply(georeference.crs.point(ofMercator: moved)),
            pixel.x.isFinite, pixel.y.isFinite
          else { return nil }
          vertices.append((units(pixel.x), units(pixel.y)))
        }
        for (a, b) in zip(vertices, vertices.dropFirst() + vertices.prefix(1)) where a != b {
          let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
          edges.append(
            Edge(topX: top.x, topY: top.y, bottomX: bottom.x, bottomY: bottom.y, polygon: number))
        }
      }
    }
    if edges.contains(where: { $0.meets(middlesOf: size) }) {
      return .part(PixelOutline(edges, height: size.height))
    }
    // No edge is between the middles, so that the first tells of all.
    var line = AreaLine()
    for edge in edges where edge.crosses(unit / 2) && edge.firstColumn(right: unit / 2) <= 0 {
      line.add(0, of: edge.polygon)
    }
    return line.takeSpans { _, _ in } ? .all : .nothing
  }

  private static func units(_ value: Double) -> Int {
    Int((min(max(value, -farthest), farthest) * Double(unit)).rounded())
  }

  private init(_ edges: [Edge], height: Int) {
    self.edges = edges
    var rowsPerList = 16
    func rows(_ edge: Edge) -> ClosedRange<Int>? {
      let first = max(0, edge.topY / Self.unit - 1)
      let last = min(height - 1, edge.bottomY / Self.unit + 1)
      return first <= last ? first...last : nil
    }
    func entryCount() -> Int {
      edges.reduce(0) { sum, edge in
        sum
          + (rows(edge).map { $0.upperBound / rowsPerList - $0.lowerBound / rowsPerList + 1 } ?? 0)
      }
    }
    while rowsPerList < height, entryCount() > Self.entriesPerEdge * edges.count {
      rowsPerList *= 2
    }
    var lists = [[Int32]](repeating: [], count: (height - 1) / rowsPerList + 1)
    for (number, edge) in edges.enumerated() {
      guard let rows = rows(edge) else { continue }
      for list in rows.lowerBound / rowsPerList...rows.upperBound / rowsPerList {
        lists[list].append(Int32(number))
      }
    }
    self.rowsPerList = rowsPerList
    rowEdges = lists
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for edge in edges {
      for value in [edge.topX, edge.topY, edge.bottomX, edge.bottomY, Int(edge.polygon)] {
        hash = (hash ^ UInt64(bitPattern: Int64(value))) &* 0x100_0000_01B3
      }
    }
    fingerprint = Int(bitPattern: UInt(hash))
  }

  func clearOutside(_ samples: UnsafeMutablePointer<UInt8>, columns: Range<Int>, row: Int) {
    var start = columns.lowerBound
    func clear(to end: Int) {
      guard start < end else { return }
      UnsafeMutableRawPointer(samples + 4 * (start - columns.lowerBound)).initializeMemory(
        as: UInt8.self, repeating: 0, count: 4 * (end - start))
    }
    for inside in insideColumns(columns, row: row) {
      clear(to: inside.lowerBound)
      start = inside.upperBound
    }
    clear(to: columns.upperBound)
  }

  private func insideColumns(_ columns: Range<Int>, row: Int) -> [Range<Int>] {
    let y = row * Self.unit + Self.unit / 2
    var line = AreaLine()
    for number in rowEdges[row / rowsPerList] {
      let edge = edges[Int(number)]
      if edge.crosses(y) { line.add(Double(edge.firstColumn(right: y)), of: edge.polygon) }
    }
    var inside: [Range<Int>] = []
    line.takeSpans { start, end in
      let (first, last) = (max(Int(start), columns.lowerBound), min(Int(end), columns.upperBound))
      if first < last { inside.append(first..<last) }
    }
    return inside
  }
}

extension PixelOutline.Edge {
  /// In units.
  fileprivate func crosses(_ y: Int) -> Bool { topY <= y && y < bottomY }

  /// The first column with its centre on or right of the edge at height `y`.
  fileprivate func firstColumn(right y: Int) -> Int {
    let unit = Double(PixelOutline.unit)
    // The same edge in another image differs in the integer part alone.
    let rest = topX & (PixelOutline.unit - 1)
    let along = Double(y - topY) * Double(bottomX - topX) / Double(bottomY - topY)
    return (topX - rest) / PixelOutline.unit
      + Int(((Double(rest) + along) / unit - 0.5).rounded(.up))
  }

  fileprivate func meets(middlesOf size: PixelSize) -> Bool {
    let unit = PixelOutline.unit
    let (left, top) = (Double(unit / 2), Double(unit / 2))
    let right = Double(size.width * unit - unit / 2)
    let bottom = Double(size.height * unit - unit / 2)
    let (x, y) = (Double(topX), Double(topY))
    let (dx, dy) = (Double(bottomX - topX), Double(bottomY - topY))
    // The part of the edge that is in the rectangle, by its parameter.
    var (first, last) = (0.0, 1.0)
    for (start, step, low, high) in [(x, dx, left, right), (y, dy, top, bottom)] {
      if step == 0 {
        if start < low || start > high { return false }
        continue
      }
      let (a, b) = ((low - start) / step, (high - start) / step)
      first = max(first, min(a, b))
      last = min(last, max(a, b))
    }
    return first <= last
  }
}
