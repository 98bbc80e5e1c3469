public import Georeferencing
public import TileImaging
public import TileModel

/// A drawing of anti-aliased shapes that renders any of its rows without holding the others.
///
/// Coordinates are pixels from the outer top-left corner, y down. Coverage is the exact area that a
/// shape has in a pixel (approximate only where a slanting edge leaves the drawing sideways). The samples of a row do not depend on which rows are rendered with it, so a
/// drawing of any height streams.
public struct PixelCanvas: Sendable {
  /// The size of the drawing.
  public let size: PixelSize
  private var shapes: [FilledShape] = []

  /// Creates an empty, transparent drawing.
  public init(size: PixelSize) { self.size = size }

  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }

  /// Fills the area that rings enclose.
  ///
  /// Rings of one winding direction add, those of the other take away, so a hole is a ring that runs
  /// against its outline.
  public mutating func fill(_ rings: [[PixelPoint]], _ color: PixelColor) {
    if let shape = FilledShape(rings: rings, color: color, size: size) { shapes.append(shape) }
  }

  /// Fills a polygon, with self-overlaps filled once.
  public mutating func fill(polygon: [PixelPoint], _ color: PixelColor) {
    fill([polygon], color)
  }

  /// Fills a rectangle that is parallel to the axes.
  public mutating func fill(
    rectangle origin: PixelPoint, width: Double, height: Double, _ color: PixelColor
  ) {
    fill(polygon: CanvasPath.rectangle(origin, width: width, height: height), color)
  }

  /// Fills a circle.
  public mutating func fill(circle center: PixelPoint, radius: Double, _ color: PixelColor) {
    fill(polygon: CanvasPath.circle(center, radius: radius), color)
  }

  /// Draws lines of a width in pixels along a path, with round joins and ends.
  public mutating func stroke(_ path: [PixelPoint], width: Double, _ color: PixelColor) {
    fill(CanvasPath.outline(of: path, width: width), color)
  }

  /// Writes a line of text in the built-in stroke font.
  ///
  /// - Parameters:
  ///   - text: Characters of ``StrokeFont``. Unknown ones show as a box.
  ///   - position: The left end of the baseline, or its middle when `centered`.
  ///   - height: The height of capitals in pixels.
  ///   - centered: Whether `position` is the middle of the line.
  ///   - angle: The direction of writing in radians, clockwise from x.
  ///   - width: The width of the pen in pixels, by default an eighth of the height.
  ///   - color: The colour of the pen.
  public mutating func write(
    _ text: String, at position: PixelPoint, height: Double, centered: Bool = false,
    angle: Double = 0, width: Double? = nil, _ color: PixelColor
  ) {
    let strokes = StrokeFont.strokes(
      of: text, at: position, height: height, centered: centered, angle: angle)
    let pen = width ?? height / 8
    fill(strokes.flatMap { CanvasPath.outline(of: $0, width: pen) }, color)
  }

  /// Renders rows as straight RGBA8.
  ///
  /// - Parameters:
  ///   - rows: Rows of the drawing, in `0..<size.height`.
  ///   - buffer: `4 * size.width * rows.count` bytes, which are overwritten.
  public func draw(rows: Range<Int>, into buffer: UnsafeMutablePointer<UInt8>) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height, "rows of the drawing")
    buffer.update(repeating: 0, count: 4 * size.width * rows.count)
    var scratch: [Float] = []
    for shape in shapes {
      shape.composite(rows: rows, into: buffer, width: size.width, scratch: &scratch)
    }
  }

  /// Renders rows as an image as wide as the drawing.
  public func draw(rows: Range<Int>) -> RGBAImage {
    var samples = [UInt8](repeating: 0, count: 4 * size.width * rows.count)
    samples.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { draw(rows: rows, into: base) }
    }
    return RGBAImage(width: size.width, height: rows.count, samples: samples)
  }

  /// Renders the whole drawing.
  public func draw() -> RGBAImage { draw(rows: 0..<size.height) }
}
