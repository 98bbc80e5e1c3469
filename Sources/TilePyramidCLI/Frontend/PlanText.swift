import Georeferencing
import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TileStorage

/// The texts about what will be, and what was, made.
enum PlanText {
  static func description(of build: PyramidBuild, _ running: RunningRequest) -> String {
    let (plan, request) = (build.plan, build.request)
    let report = LayerPlanReport(build.image, plan, request.encoding)
    var lines = [
      "source      \(plan.path), \(plan.size) pixels\(build.image.page.map { ", \($0)" } ?? "")",
      "placed by   \(build.image.resolved.summary)",
    ]
    let isImageGrid = build.image.resolved.imageGrid != nil
    if !isImageGrid {
      lines += [
        "bounds      \(plan.bounds.text)",
        "native zoom \(NumberText.fixed(plan.nativeZoom, 2))",
      ]
    }
    lines += [
      "tiles       at most \(plan.tileCount), \(tileSizes(of: plan)), \(request.encoding.description)",
      "reading     \(reading(of: plan))",
    ]
    lines += steps(report, indent: 12)
    if let images = report.images { lines += images.lines }
    if let update = build.updatePlan {
      lines.append(
        "update      \(update.changedImageCount) of \(update.imageCount) images changed; "
          + "\(update.remadeTileCount) of \(update.tileCount) tiles of zoom "
          + "\(plan.deepest.zoom) are made again, with the overviews above them")
    }
    if let noData = build.image.noData { lines.append("nodata      \(noData)") }
    if let paper = build.image.paper { lines.append("paper       \(paper)") }
    lines += [
      "threads     \(running.threads(of: build.resources))",
      "memory      about \(ProgressText.size(build.builder.memoryNeeded)) of \(ProgressText.size(request.resources.memoryLimit)) allowed",
      "output      \(request.output.path)",
      "",
      "zoom  \(isImageGrid ? "image pixels" : "metres/pixel")      tiles  columns x rows",
    ]
    let latitude = WebMercator.scaleFactor(atY: plan.mercatorBounds.center.y)
    for level in plan.levels {
      let side = 1 << (plan.deepest.zoom - level.zoom)
      let metres =
        isImageGrid
        ? "\(side) x \(side)" : NumberText.fixed(level.resolution / latitude, 4)
      let shape = "\(level.range.x.count) x \(level.range.y.count)"
      lines.append(
        "\(pad("\(level.zoom)", 4))  \(pad(metres, 12)) \(pad("\(level.range.count)", 10))  \(shape)"
      )
    }
    return lines.map(\.displayLine).joined(separator: "\n")
  }

  static func unfinished(
    forOutput path: String, resumes: Bool, isComplete: Bool
  ) -> String {
    if isComplete {
      return "\n\nThis build made the output already: it would be confirmed, and nothing made."
    }
    guard let left = UnfinishedBuild.find(forOutput: path) else { return "" }
    let fraction = ProgressText.percent(left.fraction)
    return "\n\nAn unfinished build of this output is \(fraction) done: "
      + (resumes
        ? "it would be resumed." : "--resume continues it, otherwise it is cleared away.")
  }

  static func lostTransparency(
    tiles: Int?, _ background: OpaqueColor, isResumed: Bool = false
  ) -> String {
    let subject =
      tiles.map { count in
        "\(count) \(isResumed ? "of the tiles made now" : count == 1 ? "tile" : "tiles")"
          + " \(count == 1 ? "has" : "have")"
      } ?? "some tiles may have"
    return "\(subject) transparent parts, which JPEG cannot hold: they show \(background);"
      + " the format hybrid or webp keeps them"
  }

  static func summary(of layer: BuiltLayer, at path: String, seconds: Double) -> String {
    let zooms = Words.zooms(layer.definition.coverage.levels.map(\.zoom))
    return made(
      "\(layer.summary.tileCount) tiles, \(zooms)", bytes: layer.summary.tileBytes, at: path,
      seconds: seconds, wasComplete: layer.wasComplete)
  }

  static func made(
    _ contents: String, bytes: Int, at path: String, seconds: Double, wasComplete: Bool
  ) -> String {
    let size = ProgressText.size(bytes)
    return wasComplete
      ? "\(path): complete already, nothing to do; \(contents), \(size)"
      : "\(path): \(contents), \(size) in \(ProgressText.elapsed(seconds))"
  }

  static func steps(_ report: LayerPlanReport, indent: Int) -> [String] {
    let lines = report.steps.flatMap(\.lines).enumerated().map { "\($0 + 1). \($1)" }
    return lines.enumerated().map { index, line in
      (index == 0 ? "steps" : "").padded(to: indent) + line
    }
  }

  static func tileSizes(of plan: PyramidPlan) -> String {
    let side = plan.options.tileSize.rawValue
    return "\(side) × \(side) pixels"
      + (plan.options.makesRetinaTiles ? " and \(2 * side) × \(2 * side) beside them" : "")
  }

  static func reading(of plan: PyramidPlan) -> String {
    let step = plan.steps[0]
    let text = access(step.access) + reordering(step.reading.reorderingScratch)
    switch step.raster {
    case .image: return text
    case .reduction: return "\(text); out of a smaller picture of \(step.size) in the file"
    case .rendition:
      return "rendered for each zoom, \(step.size) pixels for the deepest; \(text)"
    }
  }

  static func access(_ access: RenderStep.Access) -> String {
    switch access {
    case .aligned: "streamed; the image is aligned with the tile grid, so its pixels are copied"
    case .streamed: "streamed"
    case .sheets(let count, let bytes):
      "in windows of \(count) grids, with \(ProgressText.size(bytes)) of decoded blocks"
    case .windows(let bytes): "in windows, with \(ProgressText.size(bytes)) of decoded blocks"
    case .columns(let bytes):
      "in columns of a scratch file of \(ProgressText.size(bytes)), since its rows take more memory than is allowed"
    case .scratch(let bytes): "through a scratch file of \(ProgressText.size(bytes))"
    }
  }

  static func reordering(_ bytes: Int) -> String {
    bytes == 0
      ? ""
      : "; its rows go through a scratch file of \(ProgressText.size(bytes)) first, which puts them in order"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
