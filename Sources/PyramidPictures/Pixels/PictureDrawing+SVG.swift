import Foundation
import Georeferencing
public import TileImaging
import TileModel

extension PictureDrawing {
  /// Comment near the beginning of every SVG of this package, which identifies it.
  public static let svgMark = "<!-- A picture of tilepyramid -->"

  /// Height of capitals as a fraction of the font's size.
  private static let capitalFraction = 0.72

  /// The drawing as an SVG document of its size in pixels, the picture embedded as a PNG.
  ///
  /// - Throws: `ImageCodecError` when the PNG cannot be made.
  public func svg() throws(ImageCodecError) -> String {
    let png = try PNGTileEncoder(effort: .balanced).encode(picture.image)
    let (width, height) = (size.width, size.height)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\">", Self.svgMark,
      "<image width=\"\(width)\" height=\"\(height)\" "
        + "href=\"data:image/png;base64,\(Data(png).base64EncodedString())\"/>",
      "<g font-family=\"Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', "
        + "'DejaVu Sans', sans-serif\">",
    ]
    lines += shapes.map(Self.element)
    return (lines + ["</g>", "</svg>", ""]).joined(separator: "\n")
  }

  private static func element(_ shape: Shape) -> String {
    switch shape {
    case .rectangle(let origin, let width, let height, let color, let title):
      let start =
        "<rect x=\"\(number(origin.x))\" y=\"\(number(origin.y))\" width=\"\(number(width))\" "
        + "height=\"\(number(height))\" \(paint("fill", color))"
      return title.map { "\(start)><title>\(escaped($0))</title></rect>" } ?? "\(start)/>"
    case .circle(let center, let radius, let color):
      return "<circle cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" "
        + "r=\"\(number(radius))\" \(paint("fill", color))/>"
    case .polygon(let points, let color):
      return "<path d=\"\(line(points))Z\" \(paint("fill", color))/>"
    case .path(let points, let width, let color):
      return "<path d=\"\(line(points))\" fill=\"none\" \(stroke(color, width: width))/>"
    case .text(let words): return element(words)
    }
  }

  private static func element(_ words: Words) -> String {
    var start =
      "<text x=\"\(number(words.position.x))\" y=\"\(number(words.position.y))\" "
      + "font-size=\"\(number(words.height / capitalFraction))\""
    if words.isCentered { start += " text-anchor=\"middle\"" }
    if words.height >= PictureStyle.heading { start += " font-weight=\"600\"" }
    let end = "\(escaped(words.text))</text>"
    let text = "\(start) \(paint("fill", words.color))>\(end)"
    guard let halo = words.halo else { return text }
    return "\(start) fill=\"none\" \(stroke(halo, width: 4)) aria-hidden=\"true\">\(end)\n\(text)"
  }

  private static func line(_ points: [PixelPoint]) -> String {
    "M" + points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
  }

  private static func stroke(_ color: PixelColor, width: Double) -> String {
    "stroke-width=\"\(number(width))\" stroke-linejoin=\"round\" stroke-linecap=\"round\" "
      + paint("stroke", color)
  }

  private static func paint(_ attribute: String, _ color: PixelColor) -> String {
    let paint = "\(attribute)=\"rgb(\(color.red),\(color.green),\(color.blue))\""
    if color.alpha == 255 { return paint }
    return "\(paint) \(attribute)-opacity=\"\(number(Double(color.alpha) / 255))\""
  }

  private static func number(_ value: Double) -> String { NumberText.trimmed(value, 2) }

  private static func escaped(_ text: String) -> String {
    MarkupCharacter.escaped(text.displayLine)
  }
}
