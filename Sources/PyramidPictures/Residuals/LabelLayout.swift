package import Georeferencing

/// Places labels beside points so that they cover neither each other nor the drawing.
package struct LabelLayout {
  /// A rectangle of a picture in pixels.
  package struct Box: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    package func overlap(_ other: Box) -> Double {
      let across = min(x + width, other.x + other.width) - max(x, other.x)
      let down = min(y + height, other.y + other.height) - max(y, other.y)
      return max(across, 0) * max(down, 0)
    }
  }

  private let width: Double
  private let height: Double
  private var taken: [Box] = []

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  package mutating func reserve(from: PixelPoint, to: PixelPoint, margin: Double) {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    // Small boxes along a line leave room beside it, where one around all of it would not.
    let count = min(Int(max(abs(dx), abs(dy)) / (2 * margin)) + 1, 64)
    for index in 0...count {
      let fraction = Double(index) / Double(count)
      taken.append(
        Box(
          x: from.x + fraction * dx - margin, y: from.y + fraction * dy - margin, width: 2 * margin,
          height: 2 * margin))
    }
  }

  package mutating func place(
    width labelWidth: Double, height labelHeight: Double, at point: PixelPoint, reach: Double,
    away: PixelPoint
  ) -> Box {
    let (right, down) = (away.x > 0 ? -1.0 : 1, away.y > 0 ? -1.0 : 1)
    let sides = [
      (right, down), (right, 0), (right, -down), (-right, down), (0, down), (-right, 0),
      (0, -down), (-right, -down),
    ]
    var best: (box: Box, cost: Double)?
    for distance in [1.0, 2.5, 4] {
      for (side, below) in sides {
        let offset = reach * distance
        var box = Box(
          x: point.x + side * offset + (side - 1) / 2 * labelWidth,
          y: point.y + below * offset + (below - 1) / 2 * labelHeight, width: labelWidth,
          height: labelHeight)
        box.x = max(min(box.x, width - labelWidth - 4), 4)
        box.y = max(min(box.y, height - labelHeight - 4), 4)
        let cost = taken.reduce(0) { $0 + $1.overlap(box) }
        if cost < best?.cost ?? .infinity { best = (box, cost) }
      }
    }
    let box = best?.box ?? Box(x: 4, y: 4, width: labelWidth, height: labelHeight)
    taken.append(box)
    return box
  }
}
