import Georeferencing
import RasterSources
import TileModel

extension PixelColor {
  static let wall = PixelColor(52, 56, 64)
  static let ink = PixelColor(30, 34, 42)
  static let note = PixelColor(96, 102, 114)
  static let glass = PixelColor(150, 196, 222)
}

/// A canvas that is drawn on in metres.
struct PlanSheet {
  private(set) var canvas: PixelCanvas
  private let scale: Double

  /// Creates an empty sheet of a size in metres.
  init(width: Double, height: Double, pixelsPerMetre: Double) {
    scale = pixelsPerMetre
    canvas = PixelCanvas(
      size: PixelSize(
        width: Int((width * pixelsPerMetre).rounded()),
        height: Int((height * pixelsPerMetre).rounded())))
  }

  private func pixel(_ point: (Double, Double)) -> PixelPoint {
    PixelPoint(x: point.0 * scale, y: point.1 * scale)
  }

  mutating func fill(_ corners: [(Double, Double)], _ color: PixelColor) {
    canvas.fill(polygon: corners.map(pixel), color)
  }

  /// Fills the area between two polygons that wind alike.
  mutating func fill(
    _ corners: [(Double, Double)], without hole: [(Double, Double)], _ color: PixelColor
  ) {
    canvas.fill([corners.map(pixel), hole.reversed().map(pixel)], color)
  }

  mutating func fill(circle center: (Double, Double), metres radius: Double, _ color: PixelColor) {
    canvas.fill(circle: pixel(center), radius: radius * scale, color)
  }

  mutating func stroke(_ path: [(Double, Double)], metres width: Double, _ color: PixelColor) {
    canvas.stroke(path.map(pixel), width: width * scale, color)
  }

  /// Draws a line one pixel wide at any scale.
  mutating func line(_ path: [(Double, Double)], _ color: PixelColor) {
    canvas.stroke(path.map(pixel), width: 1, color)
  }

  /// Draws a dashed line one pixel wide at any scale.
  mutating func dashes(_ path: [(Double, Double)], metres length: Double, _ color: PixelColor) {
    canvas.stroke(path.map(pixel), width: 1, dash: length * scale, gap: length * scale / 2, color)
  }

  /// Fills an area with lines one pixel wide at any scale.
  mutating func hatch(_ corners: [(Double, Double)], metres spacing: Double, _ color: PixelColor) {
    canvas.hatch(corners.map(pixel), spacing: spacing * scale, color)
  }

  mutating func write(
    _ text: String, at middle: (Double, Double), metres height: Double, _ color: PixelColor
  ) {
    canvas.write(text, at: pixel(middle), height: height * scale, centered: true, color)
  }

  /// Opens a wall and draws a leaf with the arc it swings through.
  mutating func door(at x: Double, y: Double, up: Bool, width: Double = 0.9) {
    fill(
      [(x, y - 0.15), (x + width, y - 0.15), (x + width, y + 0.15), (x, y + 0.15)],
      PixelColor(250, 248, 243))
    let side = up ? -1.0 : 1.0
    stroke([(x, y), (x, y + side * width)], metres: 0.06, .ink)
    let arc = CanvasPath.arc(pixel((x, y)), radius: width * scale, from: 0, to: side * .pi / 2)
    canvas.stroke(arc, width: 1, .note)
  }

  /// Remembers a window in an outer wall that is level on the sheet and centred on `y`.
  mutating func window(from left: Double, to right: Double, y: Double) {
    windows.append((left, right, y))
  }

  private var windows: [(Double, Double, Double)] = []

  /// Draws the windows over the walls.
  mutating func drawWindows() {
    for (left, right, y) in windows {
      fill([(left, y - 0.2), (right, y - 0.2), (right, y + 0.2), (left, y + 0.2)], .glass)
      for offset in [-0.2, 0, 0.2] { line([(left, y + offset), (right, y + offset)], .ink) }
    }
  }

  /// Draws a dimension line with its length in metres.
  mutating func dimension(from left: Double, to right: Double, y: Double, text: String) {
    line([(left, y), (right, y)], .note)
    for x in [left, right] {
      line([(x, y - 0.3), (x, y + 0.3)], .note)
      line([(x - 0.2, y + 0.2), (x + 0.2, y - 0.2)], .ink)
    }
    write(text, at: ((left + right) / 2, y - 0.14), metres: 0.36, .ink)
  }
}
