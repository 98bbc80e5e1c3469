import Georeferencing
import Platform
import TileModel

extension PixelCanvas {
  /// Draws the dashes of a path: `dash` pixels drawn, `gap` pixels left out, and so on.
  mutating func stroke(
    _ path: [PixelPoint], width: Double, dash: Double, gap: Double, _ color: PixelColor
  ) {
    let pieces = CanvasPath.dashes(of: path, dash: dash, gap: gap)
    fill(pieces.flatMap { CanvasPath.outline(of: $0, width: width) }, color)
  }

  /// Fills a polygon with slanting lines of a pixel, at a distance of their centres in pixels.
  mutating func hatch(_ polygon: [PixelPoint], spacing: Double, _ color: PixelColor) {
    let lines = CanvasPath.hatching(of: polygon, spacing: spacing, angle: .pi / 4)
    fill(lines.flatMap { CanvasPath.outline(of: $0, width: 1) }, color)
  }
}

extension CanvasPath {
  fileprivate static func dashes(of path: [PixelPoint], dash: Double, gap: Double) -> [[PixelPoint]]
  {
    precondition(dash > 0 && gap > 0, "dashes and gaps have a length")
    var pieces: [[PixelPoint]] = []
    var piece: [PixelPoint] = path.first.map { [$0] } ?? []
    var drawing = true
    var left = dash
    for (from, to) in zip(path, path.dropFirst()) {
      let length = hypot(to.x - from.x, to.y - from.y)
      var done = 0.0
      while length - done > left {
        done += left
        let fraction = done / length
        let point = PixelPoint(
          x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction)
        if drawing { pieces.append(piece + [point]) }
        piece = [point]
        drawing.toggle()
        left = drawing ? dash : gap
      }
      left -= length - done
      if drawing { piece.append(to) }
    }
    if drawing && piece.count > 1 { pieces.append(piece) }
    return pieces
  }

  /// Even-odd rule.
  fileprivate static func hatching(
    of polygon: [PixelPoint], spacing: Double, angle: Double
  ) -> [[PixelPoint]] {
    precondition(spacing > 0, "hatching lines have a distance")
    let (c, s) = (cos(angle), sin(angle))
    // In coordinates rotated by the angle the lines are level: v is constant along each.
    let rotated = polygon.map { PixelPoint(x: $0.x * c + $0.y * s, y: $0.y * c - $0.x * s) }
    guard let last = rotated.last, let low = rotated.map(\.y).min(),
      let high = rotated.map(\.y).max()
    else { return [] }
    var lines: [[PixelPoint]] = []
    var v = (low / spacing).rounded(.up) * spacing
    while v < high {
      var crossings: [Double] = []
      var previous = last
      for point in rotated {
        if (previous.y <= v) != (point.y <= v) {
          let fraction = (v - previous.y) / (point.y - previous.y)
          crossings.append(previous.x + (point.x - previous.x) * fraction)
        }
        previous = point
      }
      crossings.sort()
      for index in stride(from: 0, to: crossings.count - 1, by: 2) {
        lines.append(
          crossings[index...index + 1].map { u in PixelPoint(x: u * c - v * s, y: u * s + v * c) })
      }
      v += spacing
    }
    return lines
  }
}
