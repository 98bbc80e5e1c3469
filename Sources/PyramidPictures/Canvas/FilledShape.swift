import Georeferencing
import TileModel

/// One shape of a drawing: edges, their extent in rows and columns, and a colour.
struct FilledShape: Sendable {
  /// A line from top to bottom; `direction` is +1 when the ring ran down, −1 when it ran up.
  private struct Edge: Sendable {
    var x: Double
    var top: Double
    var bottom: Double
    var slope: Double
    var direction: Float
  }

  private let edges: [Edge]
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let color: PixelColor

  init?(rings: [[PixelPoint]], color: PixelColor, size: PixelSize) {
    var edges: [Edge] = []
    var low = PixelPoint(x: .infinity, y: .infinity)
    var high = PixelPoint(x: -.infinity, y: -.infinity)
    for ring in rings where ring.count >= 3 {
      var previous = ring[ring.count - 1]
      for point in ring {
        low = PixelPoint(x: min(low.x, point.x), y: min(low.y, point.y))
        high = PixelPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        if previous.y != point.y {
          let down = previous.y < point.y
          let (upper, lower) = down ? (previous, point) : (point, previous)
          edges.append(
            Edge(
              x: upper.x, top: upper.y, bottom: lower.y,
              slope: (lower.x - upper.x) / (lower.y - upper.y), direction: down ? 1 : -1))
        }
        previous = point
      }
    }
    func pixels(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
      let first = min(max(low.rounded(.down), 0), Double(limit))
      let end = min(max(high.rounded(.up), first), Double(limit))
      return Int(first)..<Int(end)
    }
    guard !edges.isEmpty else { return nil }
    columns = pixels(low.x, high.x, size.width)
    rows = pixels(low.y, high.y, size.height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    self.edges = edges
    self.color = color
  }

  func composite(
    rows band: Range<Int>, into buffer: UnsafeMutablePointer<UInt8>, width: Int,
    scratch: inout [Float]
  ) {
    let visible = rows.clamped(to: band)
    guard !visible.isEmpty else { return }
    let stride = columns.count + 2
    let count = stride * visible.count
    if scratch.count < count { scratch = [Float](repeating: 0, count: count) }
    scratch.withUnsafeMutableBufferPointer { buffer_ in
      guard let changes = buffer_.baseAddress else { return }
      changes.update(repeating: 0, count: count)
      for edge in edges { accumulate(edge, rows: visible, stride: stride, into: changes) }
      for row in visible {
        blend(
          changes + (row - visible.lowerBound) * stride,
          over: buffer + 4 * ((row - band.lowerBound) * width + columns.lowerBound))
      }
    }
  }

  /// Adds the exact area to the right of one edge, row by row.
  ///
  /// Each row is computed from the edge's own ends, so that its coverage is the same in any band.
  private func accumulate(
    _ edge: Edge, rows: Range<Int>, stride: Int, into changes: UnsafeMutablePointer<Float>
  ) {
    let first = max(edge.top, Double(rows.lowerBound))
    let last = min(edge.bottom, Double(rows.upperBound))
    guard first < last else { return }
    let left = Double(columns.lowerBound)
    let right = Double(columns.count)
    for row in Int(first)..<Int(last.rounded(.up)) {
      let top = max(edge.top, Double(row))
      let bottom = min(edge.bottom, Double(row + 1))
      guard top < bottom else { continue }
      let start = edge.x + (top - edge.top) * edge.slope - left
      let end = edge.x + (bottom - edge.top) * edge.slope - left
      let line = changes + (row - rows.lowerBound) * stride
      spread(
        from: min(max(min(start, end), 0), right), to: min(max(max(start, end), 0), right),
        height: Float(bottom - top) * edge.direction, into: line)
    }
  }

  /// The edge crosses columns `low...high` in the row and covers `height` of it.
  private func spread(
    from low: Double, to high: Double, height: Float, into line: UnsafeMutablePointer<Float>
  ) {
    let column = Int(low)
    if Int(high) == column {
      let covered = Float(1 - ((low + high) / 2 - Double(column)))
      line[column] += height * covered
      line[column + 1] += height * (1 - covered)
      return
    }
    let inverse = 1 / (high - low)
    var previousArea: Float = 0
    var x = column
    while Double(x) < high {
      let entered = max(low, Double(x))
      let left = min(high, Double(x + 1))
      let crossed = (left - entered) * inverse
      let before = (entered - low) * inverse
      let inside = Double(x + 1) - (entered + left) / 2
      let area = Float(before + crossed * inside)
      line[x] += height * (area - previousArea)
      previousArea = area
      x += 1
    }
    line[x] += height * (1 - previousArea)
  }

  private func blend(
    _ changes: UnsafeMutablePointer<Float>, over pixels: UnsafeMutablePointer<UInt8>
  ) {
    var coverage: Float = 0
    let opacity = Float(color.alpha)
    for column in 0..<columns.count {
      coverage += changes[column]
      let amount = min(abs(coverage), 1) * opacity
      let alpha = UInt32(amount + 0.5)
      if alpha == 0 { continue }
      let pixel = pixels + 4 * column
      if alpha == 255 {
        pixel[0] = color.red
        pixel[1] = color.green
        pixel[2] = color.blue
        pixel[3] = 255
        continue
      }
      let below = UInt32(pixel[3]) * (255 - alpha)
      let total = alpha * 255 + below
      func mix(_ above: UInt8, _ under: UInt8) -> UInt8 {
        UInt8((UInt32(above) * alpha * 255 + UInt32(under) * below + total / 2) / total)
      }
      pixel[0] = mix(color.red, pixel[0])
      pixel[1] = mix(color.green, pixel[1])
      pixel[2] = mix(color.blue, pixel[2])
      pixel[3] = UInt8((total + 127) / 255)
    }
  }
}
