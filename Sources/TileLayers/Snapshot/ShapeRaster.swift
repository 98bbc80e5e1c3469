import TileImaging
import TileModel

/// A figure in the pixels of a picture.
///
/// Coverage is averaged over sixteen lines a pixel, each with its exact inside length.
struct ShapeRaster: Sendable {
  /// A line from top to bottom; `winding` is +1 when its ring ran down, −1 when it ran up.
  private struct Edge: Sendable {
    let x: Double
    let top: Double
    let bottom: Double
    let slope: Double
    let winding: Int
  }

  private static let linesPerRow = 16

  private let shape: SnapshotShape
  private let frame: SnapshotGeometry
  private let edges: [Edge]
  private let rows: Range<Int>
  private let columns: Range<Int>

  init?(_ shape: SnapshotShape, in frame: SnapshotGeometry) {
    var edges: [Edge] = []
    let limit = Double(frame.height)
    for ring in shape.rings {
      guard var previous = ring.last else { continue }
      for next in ring {
        let down = previous.y < next.y
        let (upper, lower) = down ? (previous, next) : (next, previous)
        let (top, bottom) = (upper.y * frame.scale, lower.y * frame.scale)
        // A pen of infinite width, for one, has outlines without finite positions.
        let isFinite = [upper.x, upper.y, lower.x, lower.y].allSatisfy(\.isFinite)
        if isFinite, top < bottom, bottom > 0, top < limit {
          edges.append(
            Edge(
              x: upper.x * frame.scale, top: top, bottom: bottom,
              slope: (lower.x - upper.x) / (lower.y - upper.y), winding: down ? 1 : -1))
        }
        previous = next
      }
    }
    let sides = edges.flatMap { [$0.x, $0.x + ($0.bottom - $0.top) * $0.slope] }
    guard let first = edges.map(\.top).min(), let last = edges.map(\.bottom).max(),
      let left = sides.min(), let right = sides.max(), shape.opacity > 0
    else { return nil }
    let width = Double(frame.width)
    rows = Int(max(first, 0))..<Int(min(last, limit).rounded(.up))
    let start = Int(min(max(left, 0), width))
    columns = start..<max(Int(min(max(right, 0), width).rounded(.up)), start)
    guard !columns.isEmpty else { return nil }
    self.edges = edges.sorted { $0.top < $1.top }
    (self.shape, self.frame) = (shape, frame)
  }

  func draw(row: Int, onto target: SnapshotRow) {
    guard rows.contains(row), !shape.isOnMap || frame.line(at: Double(row) + 0.5) != nil else {
      return
    }
    let coverage = coverage(ofRow: row)
    let painter = ShapePainter(shape.paint, row: row, in: frame)
    for x in columns where coverage[x - columns.lowerBound] > 0 {
      let fraction = min(coverage[x - columns.lowerBound], 1) * Float(shape.opacity)
      let source = painter.color(atColumn: x) * fraction
      target.pixels[x] = source + target.pixels[x] * (1 - source.w * (1 / 255))
    }
  }

  private func coverage(ofRow row: Int) -> [Float] {
    var coverage = [Float](repeating: 0, count: columns.count)
    let crossing = edges.prefix { $0.top < Double(row + 1) }.filter { $0.bottom > Double(row) }
    let weight = 1 / Float(Self.linesPerRow)
    for line in 0..<Self.linesPerRow {
      let y = Double(row) + (Double(line) + 0.5) / Double(Self.linesPerRow)
      let hits = crossing.filter { $0.top <= y && y < $0.bottom }
        .map { (x: $0.x + (y - $0.top) * $0.slope, winding: $0.winding) }
        .sorted { $0.x < $1.x }
      var winding = 0
      for (hit, next) in zip(hits, hits.dropFirst()) {
        winding += hit.winding
        if shape.fillRule.isInside(winding) { add(hit.x, next.x, weight, &coverage) }
      }
    }
    return coverage
  }

  private func add(_ start: Double, _ end: Double, _ weight: Float, _ coverage: inout [Float]) {
    let (offset, limit) = (Double(columns.lowerBound), Double(columns.count))
    let (start, end) = (min(max(start - offset, 0), limit), min(max(end - offset, 0), limit))
    guard start < end else { return }
    let (first, last) = (Int(start), Int(end))
    if first == last {
      coverage[first] += Float(end - start) * weight
      return
    }
    coverage[first] += Float(Double(first + 1) - start) * weight
    for x in (first + 1)..<max(last, first + 1) { coverage[x] += weight }
    if last < coverage.count { coverage[last] += Float(end - Double(last)) * weight }
  }
}

/// The colours of a figure along one row, in premultiplied alpha of the range 0...255.
private struct ShapePainter {
  private let paint: SnapshotShape.Paint
  private let row: Int
  private let frame: SnapshotGeometry
  private let subsamples: Int

  init(_ paint: SnapshotShape.Paint, row: Int, in frame: SnapshotGeometry) {
    (self.paint, self.row, self.frame) = (paint, row, frame)
    guard case .image(_, let transform, let onMap) = paint else {
      subsamples = 1
      return
    }
    let y = Double(row)
    let middle = Double(frame.width) / 2
    guard let here = Self.position(middle, y + 0.5, onMap, transform, frame),
      let right = Self.position(middle + 1, y + 0.5, onMap, transform, frame),
      let top = Self.position(middle, y + 0.01, onMap, transform, frame)
    else {
      subsamples = 1
      return
    }
    let along = max(abs(right.x - here.x), abs(right.y - here.y))
    let across = max(abs(top.x - here.x), abs(top.y - here.y)) / 0.49
    let size = max(along, across)
    subsamples = size > 1.5 ? Int(min(size.rounded(.up), 8)) : 1
  }

  func color(atColumn column: Int) -> SIMD4<Float> {
    switch paint {
    case .color(let color): return color.premultiplied
    case .gradient(let first, let start, let last, let end):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let along =
        ((Double(column) + 0.5) / frame.scale - start.x) * dx
        + ((Double(row) + 0.5) / frame.scale - start.y) * dy
      let length = dx * dx + dy * dy
      let fraction = length > 0 ? Float(min(max(along / length, 0), 1)) : 0
      return first.premultiplied * (1 - fraction) + last.premultiplied * fraction
    case .image(let image, let transform, let onMap):
      var sum = SIMD4<Float>.zero
      for line in 0..<subsamples {
        for position in 0..<subsamples {
          let x = Double(column) + (Double(position) + 0.5) / Double(subsamples)
          let y = Double(row) + (Double(line) + 0.5) / Double(subsamples)
          if let pixel = Self.position(x, y, onMap, transform, frame) {
            sum += image.sample(pixel.x, pixel.y)
          }
        }
      }
      return sum / Float(subsamples * subsamples)
    }
  }

  private static func position(
    _ x: Double, _ y: Double, _ onMap: Bool, _ transform: PlaneTransform, _ frame: SnapshotGeometry
  ) -> (x: Double, y: Double)? {
    guard onMap else { return transform(x / frame.scale, y / frame.scale) }
    return frame.line(at: y).map {
      transform($0.start.east + x * $0.step.east, $0.start.north + x * $0.step.north)
    }
  }
}

extension PixelColor {
  fileprivate var premultiplied: SIMD4<Float> {
    SIMD4(Float(red), Float(green), Float(blue), 255) * (Float(alpha) * (1 / 255))
  }
}

extension RGBAImage {
  /// Bilinear between the centres of pixels, clamped beyond them.
  fileprivate func sample(_ x: Double, _ y: Double) -> SIMD4<Float> {
    guard !x.isNaN, !y.isNaN else { return .zero }
    let x = min(max(x - 0.5, 0), Double(width - 1))
    let y = min(max(y - 0.5, 0), Double(height - 1))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    let (a, b) = (Float(x - Double(left)), Float(y - Double(top)))
    let upper = pixel(left, top) * (1 - a) + pixel(right, top) * a
    let lower = pixel(left, bottom) * (1 - a) + pixel(right, bottom) * a
    return upper * (1 - b) + lower * b
  }

  private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let start = 4 * (y * width + x)
    return SIMD4(Float(samples[start]), Float(samples[start + 1]), Float(samples[start + 2]), 255)
      * (Float(samples[start + 3]) * (1 / 255))
  }
}
