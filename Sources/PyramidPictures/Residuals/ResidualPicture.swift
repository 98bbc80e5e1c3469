package import Georeferencing
import Platform
package import RasterSources
import TileImaging
import TileModel

/// A picture of a fit to control points: the pale image with magnified residual arrows.
///
/// Each arrow runs from the given to the fitted position.
package struct ResidualPicture: Sendable {
  package var title: String
  /// The longest side of the image in pixels.
  ///
  /// A smaller image keeps its size.
  package var longestSide = 1600
  package var labelLimit = 60
  private let source: any RasterSource
  private let georeference: Georeference
  private let fit: FitReport

  package init(
    title: String, source: any RasterSource, georeference: Georeference, fit: FitReport
  ) {
    self.title = title
    self.source = source
    self.georeference = georeference
    self.fit = fit
  }

  package func draw(scratch: ScratchDirectory) throws -> PictureDrawing {
    let plan = try ReducedPlan(source, longestSide: longestSide, scratch: scratch).image
    let frame = ResidualLayout(plan: PixelSize(width: plan.width, height: plan.height))
    var drawing = PictureDrawing(size: frame.size)
    let columns = frame.left..<(frame.left + plan.width)
    let rows = frame.top..<(frame.top + plan.height)
    drawing.picture.fill(x: columns, y: rows, PixelColor(255, 255, 255))
    // Pale, so that arrows stand out from lines of any colour.
    drawing.picture.composite(plan, x: frame.left, y: frame.top, opacity: 0.5)
    drawFrame(frame, on: &drawing)
    let scale = Double(plan.width) / Double(source.size.width)
    let arrows = ResidualArrows(
      fit: fit, georeference: georeference, scale: scale,
      longest: 0.1 * Double(max(plan.width, plan.height)))
    drawArrows(arrows, frame: frame, on: &drawing)
    legend(arrows, scale: scale, frame: frame, on: &drawing)
    return drawing
  }

  private func drawFrame(_ frame: ResidualLayout, on drawing: inout PictureDrawing) {
    let (left, top) = (Double(frame.left), Double(frame.top))
    let corners = CanvasPath.rectangle(
      PixelPoint(x: left - 0.5, y: top - 0.5), width: Double(frame.plan.width) + 1,
      height: Double(frame.plan.height) + 1)
    drawing.stroke(corners + corners.prefix(1), width: 1, PixelColor(90, 100, 120))
  }

  private func drawArrows(
    _ arrows: ResidualArrows, frame: ResidualLayout, on drawing: inout PictureDrawing
  ) {
    let worst = fit.redundancy > 0 ? fit.worstIndex : nil
    func start(_ arrow: ResidualArrows.Arrow) -> PixelPoint {
      PixelPoint(x: Double(frame.left) + arrow.start.x, y: Double(frame.top) + arrow.start.y)
    }
    func end(_ arrow: ResidualArrows.Arrow) -> PixelPoint {
      PixelPoint(x: start(arrow).x + arrow.vector.x, y: start(arrow).y + arrow.vector.y)
    }
    func color(_ arrow: ResidualArrows.Arrow) -> PixelColor {
      if arrow.index == worst { return PictureStyle.fault }
      return fit.residuals[arrow.index].isUsed ? PictureStyle.accent : PictureStyle.quiet
    }
    // The worst is drawn last, above all others.
    for arrow in arrows.arrows.reversed() {
      let (from, color) = (start(arrow), color(arrow))
      if arrow.index == worst {
        drawing.fill(
          circle: from, radius: 15, PixelColor(color.red, color.green, color.blue, alpha: 40))
        drawing.stroke(
          CanvasPath.circle(from, radius: 15) + [PixelPoint(x: from.x + 15, y: from.y)],
          width: 1.5, color)
      }
      Arrow.draw(from: from, to: end(arrow), on: &drawing, color)
      drawing.fill(circle: from, radius: 4.5, PixelColor(255, 255, 255))
      drawing.fill(circle: from, radius: 3.2, color)
    }
    var layout = LabelLayout(
      width: Double(drawing.size.width), height: Double(frame.legendTop - 12))
    for arrow in arrows.arrows {
      layout.reserve(from: start(arrow), to: end(arrow), margin: 5)
    }
    for arrow in arrows.arrows.prefix(labelLimit) {
      label(
        fit.residuals[arrow.index], at: start(arrow), vector: arrow.vector,
        isWorst: arrow.index == worst, layout: &layout, on: &drawing, color(arrow))
    }
  }

  private func label(
    _ residual: ControlPointResidual, at point: PixelPoint, vector: PixelPoint, isWorst: Bool,
    layout: inout LabelLayout, on drawing: inout PictureDrawing, _ color: PixelColor
  ) {
    // Labels say `point 3 (name)`; the word is left out here.
    var name =
      residual.label.hasPrefix("point ") ? String(residual.label.dropFirst(6)) : residual.label
    name = PictureText.shortened(name, to: 28)
    let metres = PictureText.metres(residual.metres)
    let lines = [name, residual.isUsed ? metres : "\(metres), not used"]
    let (heights, gap) = ([14.0, 11.0], 19.0)
    let width = zip(lines, heights).map { StrokeFont.width(of: $0) * $1 }.max() ?? 0
    // Words stand on the side that the arrow leaves free, where there is room.
    let box = layout.place(
      width: width, height: 14 + gap, at: point, reach: isWorst ? 18 : 10, away: vector)
    for (index, line) in lines.enumerated() {
      let position = PixelPoint(x: box.x, y: box.y + 14 + gap * Double(index))
      drawing.write(
        line, at: position, height: heights[index], width: 1.4,
        halo: PixelColor(255, 255, 255, alpha: 225), color)
    }
  }

  private func legend(
    _ arrows: ResidualArrows, scale: Double, frame: ResidualLayout, on drawing: inout PictureDrawing
  ) {
    let left = Double(frame.margin)
    drawing.write(
      PictureText.shortened(title, to: 60), at: PixelPoint(x: left, y: 46),
      height: PictureStyle.title, PictureStyle.ink)
    let used = fit.residuals.count { $0.isUsed }
    var facts =
      "\(PictureText.count(used, "control point")), \(fit.kind.rawValue): "
      + "RMS \(PictureText.metres(fit.rootMeanSquareMetres)), "
      + "\(PictureText.number(fit.rootMeanSquarePixels)) pixels"
    if used < fit.residuals.count { facts += "; \(fit.residuals.count - used) not used" }
    drawing.write(
      facts, at: PixelPoint(x: left, y: 70), height: PictureStyle.text, PictureStyle.quiet)

    let top = Double(frame.legendTop)
    var lines: [(String, PixelColor)] = []
    if fit.redundancy == 0 {
      lines.append(
        (
          "no point is left to check the fit: residuals are 0 whatever mistakes there are",
          PictureStyle.notice
        ))
    } else if let worst = fit.worstIndex {
      let residual = fit.residuals[worst]
      lines.append(
        (
          "largest: \(PictureText.shortened(residual.label, to: 40)), "
            + PictureText.metres(residual.metres), PictureStyle.fault
        ))
    }
    if let outlier = fit.outlier {
      lines.append(
        (
          "the others put \(PictureText.shortened(fit.residuals[outlier.index].label, to: 30)) "
            + "\(PictureText.metres(outlier.metres)) away: check it", PictureStyle.fault
        ))
    }
    lines.append(
      ("arrows lead from where a point was given to where the fit puts it,", PictureStyle.ink))
    lines.append((arrows.lengthText, PictureStyle.ink))
    if arrows.arrows.count > labelLimit {
      lines.append(("the \(labelLimit) largest are labelled", PictureStyle.quiet))
    }
    for (index, line) in lines.enumerated() {
      drawing.write(
        line.0, at: PixelPoint(x: left, y: top + 20 * Double(index)), height: PictureStyle.text,
        width: 1.3, line.1)
    }
    bars(arrows, scale: scale, frame: frame, on: &drawing)
  }

  private func bars(
    _ arrows: ResidualArrows, scale: Double, frame: ResidualLayout, on drawing: inout PictureDrawing
  ) {
    let middle = PixelPoint(x: Double(source.size.width) / 2, y: Double(source.size.height) / 2)
    let metresPerPixel = georeference.groundResolution(at: middle).perColumn / scale
    let right = Double(drawing.size.width - frame.margin)
    let top = Double(frame.legendTop)
    func bar(_ metresPerPixel: Double, y: Double, text: String, isArrow: Bool) {
      let length = PictureText.roundBelow(metresPerPixel * 150)
      let pixels = length / metresPerPixel
      let from = PixelPoint(x: right - 240, y: y)
      let to = PixelPoint(x: from.x + pixels, y: y)
      if isArrow {
        Arrow.draw(from: from, to: to, on: &drawing, PictureStyle.accent)
        drawing.fill(circle: from, radius: 3.2, PictureStyle.accent)
      } else {
        drawing.stroke([from, to], width: 2, PictureStyle.ink)
        for end in [from, to] {
          drawing.stroke(
            [PixelPoint(x: end.x, y: y - 5), PixelPoint(x: end.x, y: y + 5)], width: 2,
            PictureStyle.ink)
        }
      }
      drawing.write(
        "\(PictureText.metres(length)) \(text)", at: PixelPoint(x: from.x, y: y + 20),
        height: PictureStyle.text, width: 1.2, isArrow ? PictureStyle.accent : PictureStyle.ink)
    }
    guard metresPerPixel.isFinite, metresPerPixel > 0 else { return }
    bar(metresPerPixel, y: top - 4, text: "on the plan", isArrow: false)
    if arrows.factor > 0 {
      bar(metresPerPixel / arrows.factor, y: top + 44, text: "of residual", isArrow: true)
    }
    north(at: PixelPoint(x: right - 22, y: top + 26), middle: middle, on: &drawing)
  }

  private func north(at center: PixelPoint, middle: PixelPoint, on drawing: inout PictureDrawing) {
    var position = georeference.mercator(of: middle)
    let step = georeference.projectedResolution(at: middle).perRow
    position.y += step
    guard let above = georeference.pixel(ofMercator: position) else { return }
    let (x, y) = (above.x - middle.x, above.y - middle.y)
    let length = (x * x + y * y).squareRoot()
    guard length > 0, length.isFinite else { return }
    let (dx, dy) = (x / length, y / length)
    Arrow.draw(
      from: PixelPoint(x: center.x - 18 * dx, y: center.y - 18 * dy),
      to: PixelPoint(x: center.x + 16 * dx, y: center.y + 16 * dy), on: &drawing, PictureStyle.ink)
    drawing.write(
      "N", at: PixelPoint(x: center.x + 27 * dx, y: center.y + 27 * dy + 5), height: 10,
      centered: true, width: 1.4, PictureStyle.ink)
  }
}

/// Layout of a residual picture.
struct ResidualLayout {
  let plan: PixelSize
  let margin = PictureStyle.margin
  let top = 96
  /// Leaves margins for labels of points at the edges.
  private let minimumWidth = 900

  var size: PixelSize {
    PixelSize(width: max(plan.width + 2 * margin, minimumWidth), height: legendTop + 112)
  }
  var left: Int { (size.width - plan.width) / 2 }
  var legendTop: Int { top + plan.height + 44 }
}
