import Platform
import RasterSources
import TileModel

/// How much of each sample of the deepest level is inside the areas that are used of an image.
///
/// A sample's alpha is multiplied by its covered fraction, exact across and in sixteenths down, so that
/// edges are smooth; it depends on world positions alone.
package struct ClipMask: Sendable {
  /// Lines per sample row.
  private static let lines = 16

  /// The edges of each area.
  private let layers: [ClipEdges]

  /// Prepares the areas for a level.
  ///
  /// - Parameters:
  ///   - areas: What is used is inside all of them.
  ///   - bounds: The image's bounds in projected metres, continuous across the antimeridian.
  ///   - gridShift: How the plan's columns are shifted.
  ///   - grid: The grid.
  ///   - zoom: The deepest level.
  ///   - check: Called for every edge; throws to stop.
  init?(
    _ areas: [ClipArea], bounds: MercatorBounds, gridShift: GridShift, grid: TileGrid, zoom: Int,
    check: () throws -> Void
  ) rethrows {
    guard !areas.isEmpty else { return nil }
    let height = Double(grid.worldSize(atZoom: zoom))
    layers = try areas.map { area in
      var layer = ClipEdges()
      for polygon in area.nearest(to: bounds).polygons {
        for ring in polygon.rings {
          let points = ring.map { point in
            grid.worldPixel(
              of: MercatorPoint(x: point.x - gridShift.metres, y: point.y), atZoom: zoom)
          }
          for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where a.y != b.y {
            try check()
            let slope = (b.x - a.x) / (b.y - a.y)
            layer.add(
              ClipEdges.Edge(
                top: min(a.y, b.y), bottom: max(a.y, b.y), origin: a.x - a.y * slope,
                slope: slope), worldHeight: height)
          }
        }
      }
      return layer
    }
  }

  /// Makes what is outside transparent.
  ///
  /// - Parameters:
  ///   - samples: A row of straight RGBA8 samples.
  ///   - columns: Their world columns.
  ///   - row: The world row.
  ///   - check: Called a few times; throws to stop.
  func apply(
    _ samples: UnsafeMutablePointer<UInt8>, columns: Range<Int>, row: Int,
    check: () throws -> Void
  ) rethrows {
    let count = columns.count
    try withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count + 1) { buffer in
      guard let partial = buffer.baseAddress else { return }
      let steps = partial + count
      for layer in layers {
        buffer.initialize(repeating: 0)
        let edges = layer.edges(nearRow: row)
        if !edges.isEmpty {
          try add(
            edges, columns: columns, row: row, partial: partial, steps: steps, check: check)
        }
        var inside: Float = 0
        for index in 0..<count {
          inside += steps[index]
          let fraction = partial[index] + inside
          if fraction >= 1 { continue }
          Self.fade(samples + 4 &* index, by: max(0, fraction))
        }
      }
    }
  }

  /// Multiplies a sample's alpha.
  @inline(__always)
  private static func fade(_ sample: UnsafeMutablePointer<UInt8>, by fraction: Float) {
    let alpha = UInt8((Float(sample[3]) * fraction).rounded())
    if alpha == 0 {
      (sample[0], sample[1], sample[2]) = (0, 0, 0)
    }
    sample[3] = alpha
  }

  /// Adds the spans between edges: whole columns as steps, cut ones as parts.
  private func add(
    _ edges: [ClipEdges.Edge], columns: Range<Int>, row: Int,
    partial: UnsafeMutablePointer<Float>, steps: UnsafeMutablePointer<Float>,
    check: () throws -> Void
  ) rethrows {
    let (left, right) = (Double(columns.lowerBound), Double(columns.upperBound))
    let weight = 1 / Float(Self.lines)
    for line in 0..<Self.lines {
      try check()
      let y = Double(row) + (Double(line) + 0.5) / Double(Self.lines)
      let crossings = edges.filter { $0.top <= y && y < $0.bottom }
        .map { min(max($0.origin + $0.slope * y, left), right) - left }.sorted()
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let (start, end) = (crossings[pair], crossings[pair + 1])
        let (first, last) = (Int(start), Int(end))
        if first == last {
          if first < columns.count { partial[first] += Float(end - start) * weight }
          continue
        }
        partial[first] += Float(Double(first + 1) - start) * weight
        steps[first + 1] += weight
        steps[last] -= weight
        if last < columns.count { partial[last] += Float(end - Double(last)) * weight }
      }
    }
  }
}

extension ClipArea {
  /// The area with each polygon moved by whole revolutions to where it is nearest to an image.
  func nearest(to bounds: MercatorBounds) -> ClipArea {
    ClipArea(
      polygons: polygons.map { polygon in
        guard let own = polygon.bounds else { return polygon }
        let revolutions = ((bounds.center.x - own.center.x) / WebMercator.extent).rounded()
        guard revolutions != 0 else { return polygon }
        return Polygon(
          rings: polygon.rings.map { ring in
            ring.map { MercatorPoint(x: $0.x + revolutions * WebMercator.extent, y: $0.y) }
          })
      })
  }

  /// The smallest rectangle that holds the area.
  var bounds: MercatorBounds? { MercatorBounds(enclosing: polygons.flatMap(\.rings).joined()) }
}
