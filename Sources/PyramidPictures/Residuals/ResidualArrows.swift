package import Georeferencing
import TileModel

/// The residuals of control points as arrows in a reduced image, with one magnification.
package struct ResidualArrows {
  package struct Arrow {
    package var index: Int
    package var start: PixelPoint
    /// From the given to the fitted position, magnified.
    package var vector: PixelPoint
  }

  /// Longest first.
  package let arrows: [Arrow]
  /// Magnification relative to the image; 0 when all residuals are 0.
  package let factor: Double

  package init(fit: FitReport, georeference: Georeference, scale: Double, longest: Double) {
    var found: [Arrow] = []
    for (index, residual) in fit.residuals.enumerated() {
      let given = WebMercator.project(residual.given)
      // Beyond a horizon there is no position in the image to point from.
      guard let back = georeference.pixel(ofMercator: given), back.x.isFinite, back.y.isFinite
      else { continue }
      found.append(
        Arrow(
          index: index, start: PixelPoint(x: residual.pixel.x * scale, y: residual.pixel.y * scale),
          vector: PixelPoint(
            x: (residual.pixel.x - back.x) * scale, y: (residual.pixel.y - back.y) * scale)))
    }
    found.sort { ($0.length, $1.index) > ($1.length, $0.index) }
    let used = found.filter { fit.residuals[$0.index].isUsed }
    // A thousandth of a sample is what remains of the arithmetic.
    if let length = used.first?.length, length > 0.001 * scale {
      factor = PictureText.roundBelow(longest / length)
    } else {
      factor = 0
    }
    let factor = factor
    arrows = found.map { arrow in
      var arrow = arrow
      arrow.vector = PixelPoint(x: arrow.vector.x * factor, y: arrow.vector.y * factor)
      return arrow
    }
  }

  package var lengthText: String {
    switch factor {
    case 0: "but all residuals are too small to show"
    case 1: "at the scale of the plan"
    case ..<1: "drawn at 1/\(PictureText.number(1 / factor)) of the scale of the plan"
    default: "drawn \(PictureText.number(factor)) times as long as at the scale of the plan"
    }
  }
}

extension ResidualArrows.Arrow {
  package var length: Double { (vector.x * vector.x + vector.y * vector.y).squareRoot() }
}

enum Arrow {
  static func draw(
    from: PixelPoint, to: PixelPoint, on drawing: inout PictureDrawing, _ color: PixelColor
  ) {
    let (x, y) = (to.x - from.x, to.y - from.y)
    let length = (x * x + y * y).squareRoot()
    guard length > 1, length.isFinite else { return }
    let head = min(11, 0.6 * length)
    let (dx, dy) = (x / length, y / length)
    let neck = PixelPoint(x: to.x - dx * head, y: to.y - dy * head)
    let shaft = PixelPoint(x: to.x - dx * head * 0.8, y: to.y - dy * head * 0.8)
    let white = PixelColor(255, 255, 255, alpha: 200)
    drawing.stroke([from, to], width: 5, white)
    drawing.stroke([from, shaft], width: 2, color)
    let half = 0.42 * head
    drawing.fill(
      polygon: [
        to, PixelPoint(x: neck.x - dy * half, y: neck.y + dx * half),
        PixelPoint(x: neck.x + dy * half, y: neck.y - dx * half),
      ], color)
  }
}
