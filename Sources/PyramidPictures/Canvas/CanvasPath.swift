public import Georeferencing
import Platform

/// Outlines of the figures that a ``PixelCanvas`` draws, in its pixels.
public enum CanvasPath {
  /// The corners of a rectangle, clockwise on the screen.
  public static func rectangle(
    _ origin: PixelPoint, width: Double, height: Double
  ) -> [PixelPoint] {
    [
      origin, PixelPoint(x: origin.x + width, y: origin.y),
      PixelPoint(x: origin.x + width, y: origin.y + height),
      PixelPoint(x: origin.x, y: origin.y + height),
    ]
  }

  /// Points of a circle, close enough that no chord is more than 0.05 pixel from it.
  public static func circle(_ center: PixelPoint, radius: Double) -> [PixelPoint] {
    var points = arc(center, radius: radius, from: 0, to: 2 * .pi)
    points.removeLast()
    return points
  }

  /// Points of an arc.
  ///
  /// - Parameters:
  ///   - center: The centre.
  ///   - radius: The radius in pixels.
  ///   - start: The first direction in radians, clockwise from x.
  ///   - end: The last direction.
  /// - Returns: At least two points.
  public static func arc(
    _ center: PixelPoint, radius: Double, from start: Double, to end: Double
  ) -> [PixelPoint] {
    // A chord over the angle a is r(1 − cos(a/2)) ≈ r·a²/8 off the arc.
    let step = (0.4 / max(radius, 0.4)).squareRoot()
    let count = max(Int((abs(end - start) / step).rounded(.up)), 2)
    return (0...count).map { index in
      let angle = start + (end - start) * Double(index) / Double(count)
      return PixelPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
  }

  /// Rings of one winding direction.
  package static func outline(of path: [PixelPoint], width: Double) -> [[PixelPoint]] {
    let half = width / 2
    var rings: [[PixelPoint]] = []
    for (from, to) in zip(path, path.dropFirst()) {
      let length = hypot(to.x - from.x, to.y - from.y)
      guard length > 0 else { continue }
      let dx = (to.x - from.x) / length * half
      let dy = (to.y - from.y) / length * half
      rings.append([
        PixelPoint(x: from.x + dy, y: from.y - dx), PixelPoint(x: to.x + dy, y: to.y - dx),
        PixelPoint(x: to.x - dy, y: to.y + dx), PixelPoint(x: from.x - dy, y: from.y + dx),
      ])
    }
    // Pens below 1.5 pixels need no joins: the gap of a bend is below a quarter of a pixel.
    guard width > 1.5 else { return rings }
    for point in path { rings.append(circle(point, radius: half)) }
    return rings
  }
}
