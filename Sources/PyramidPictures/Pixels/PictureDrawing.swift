public import Georeferencing
public import TileImaging
import TileModel

/// A contact sheet or residual picture before encoding: pixels, with lines and words over them.
///
/// Words of an image are in the built-in stroke font. Those of an SVG are text in the viewer's font.
public struct PictureDrawing: Sendable {
  /// A shape over the picture; positions are pixels from its top-left corner, y down.
  enum Shape: Sendable {
    /// A rectangle, with a tooltip in SVG.
    case rectangle(PixelPoint, width: Double, height: Double, PixelColor, title: String?)
    case circle(PixelPoint, radius: Double, PixelColor)
    case polygon([PixelPoint], PixelColor)
    case path([PixelPoint], width: Double, PixelColor)
    case text(Words)
  }

  /// A line of text.
  struct Words: Sendable {
    let text: String
    var position: PixelPoint
    let height: Double
    let pen: Double
    let isCentered: Bool
    let color: PixelColor
    let halo: PixelColor?
  }

  var picture: Picture
  private(set) var shapes: [Shape] = []

  init(size: PixelSize) { picture = Picture(size: size, color: PictureStyle.paper) }

  /// The size in pixels.
  public var size: PixelSize {
    PixelSize(width: picture.image.width, height: picture.image.height)
  }

  mutating func fill(
    rectangle origin: PixelPoint, width: Double, height: Double, _ color: PixelColor,
    title: String? = nil
  ) {
    shapes.append(.rectangle(origin, width: width, height: height, color, title: title))
  }

  mutating func fill(circle center: PixelPoint, radius: Double, _ color: PixelColor) {
    shapes.append(.circle(center, radius: radius, color))
  }

  mutating func fill(polygon: [PixelPoint], _ color: PixelColor) {
    shapes.append(.polygon(polygon, color))
  }

  mutating func stroke(_ path: [PixelPoint], width: Double, _ color: PixelColor) {
    shapes.append(.path(path, width: width, color))
  }

  mutating func write(
    _ text: String, at position: PixelPoint, height: Double, centered: Bool = false,
    width: Double? = nil, halo: PixelColor? = nil, _ color: PixelColor
  ) {
    shapes.append(
      .text(
        Words(
          text: text, position: position, height: height, pen: width ?? height / 8,
          isCentered: centered, color: color, halo: halo)))
  }

  mutating func composite(_ other: PictureDrawing, top: Int) {
    picture.composite(other.picture.image, x: 0, y: top)
    shapes += other.shapes.map { $0.moved(down: Double(top)) }
  }

  /// The drawing as an opaque image.
  public var image: RGBAImage {
    var canvas = PixelCanvas(size: size)
    for shape in shapes {
      switch shape {
      case .rectangle(let origin, let width, let height, let color, _):
        canvas.fill(rectangle: origin, width: width, height: height, color)
      case .circle(let center, let radius, let color):
        canvas.fill(circle: center, radius: radius, color)
      case .polygon(let points, let color): canvas.fill(polygon: points, color)
      case .path(let points, let width, let color): canvas.stroke(points, width: width, color)
      case .text(let words):
        if let halo = words.halo { canvas.write(words, pen: 4, halo) }
        canvas.write(words, pen: words.pen, words.color)
      }
    }
    var result = picture
    result.draw(canvas)
    return result.image
  }
}

extension PixelCanvas {
  fileprivate mutating func write(_ words: PictureDrawing.Words, pen: Double, _ color: PixelColor) {
    write(
      words.text, at: words.position, height: words.height, centered: words.isCentered, width: pen,
      color)
  }
}

extension PictureDrawing.Shape {
  fileprivate func moved(down distance: Double) -> Self {
    func moved(_ point: PixelPoint) -> PixelPoint {
      PixelPoint(x: point.x, y: point.y + distance)
    }
    switch self {
    case .rectangle(let origin, let width, let height, let color, let title):
      return .rectangle(moved(origin), width: width, height: height, color, title: title)
    case .circle(let center, let radius, let color):
      return .circle(moved(center), radius: radius, color)
    case .polygon(let points, let color): return .polygon(points.map(moved), color)
    case .path(let points, let width, let color):
      return .path(points.map(moved), width: width, color)
    case .text(var words):
      words.position = moved(words.position)
      return .text(words)
    }
  }
}
