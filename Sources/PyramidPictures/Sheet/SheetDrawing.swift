public import RasterSources
public import TileImaging
import TileModel

/// A contact sheet before it is written: a picture of the tiles, with lines and words over it.
///
/// As an image its words are in the built-in stroke font; as SVG they are text, in the viewer's font.
public struct SheetDrawing: Sendable {
  /// What lies over the picture; places are pixels from its top-left corner, y down.
  enum Shape: Sendable {
    /// A rectangle, with what a viewer of SVG shows where it is pointed at.
    case rectangle(
      PixelPoint, width: Double, height: Double, PixelColor, title: String?)
    case path([PixelPoint], width: Double, PixelColor)
    /// A line of text from the left end of its baseline; heights are those of capitals.
    case text(String, at: PixelPoint, height: Double, PixelColor)
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

  mutating func stroke(_ path: [PixelPoint], width: Double, _ color: PixelColor) {
    shapes.append(.path(path, width: width, color))
  }

  mutating func write(
    _ text: String, at position: PixelPoint, height: Double, _ color: PixelColor
  ) {
    shapes.append(.text(text, at: position, height: height, color))
  }

  /// Lays another drawing on this one, at its left edge.
  mutating func lay(_ other: SheetDrawing, top: Int) {
    picture.lay(other.picture.image, x: 0, y: top)
    shapes += other.shapes.map { $0.moved(down: Double(top)) }
  }

  /// The sheet as an opaque image.
  public var image: RGBAImage {
    var canvas = PixelCanvas(size: size)
    for shape in shapes {
      switch shape {
      case .rectangle(let origin, let width, let height, let color, _):
        canvas.fill(rectangle: origin, width: width, height: height, color)
      case .path(let points, let width, let color):
        canvas.stroke(points, width: width, color)
      case .text(let text, let position, let height, let color):
        // A pen of a tenth of a pixel more than its share keeps small text legible.
        let pen = height < PictureStyle.text ? 1.1 : height / 8
        canvas.write(text, at: position, height: height, width: pen, color)
      }
    }
    var result = picture
    result.draw(canvas)
    return result.image
  }
}

extension SheetDrawing.Shape {
  fileprivate func moved(down distance: Double) -> Self {
    func moved(_ point: PixelPoint) -> PixelPoint {
      PixelPoint(x: point.x, y: point.y + distance)
    }
    return switch self {
    case .rectangle(let origin, let width, let height, let color, let title):
      .rectangle(moved(origin), width: width, height: height, color, title: title)
    case .path(let points, let width, let color): .path(points.map(moved), width: width, color)
    case .text(let text, let position, let height, let color):
      .text(text, at: moved(position), height: height, color)
    }
  }
}
