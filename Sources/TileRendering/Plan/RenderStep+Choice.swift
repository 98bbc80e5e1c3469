import Georeferencing
import Platform
import RasterSources
import TileImaging

extension RenderStep {
  /// Least longer side of a rendition.
  ///
  /// A smaller drawing is a blot of lines one sample wide; tiles of upper levels are means of this
  /// many samples.
  static let shortestRendition = 128

  /// Chooses the rasters of an image, and their levels in the order of the build.
  ///
  /// A vector image is drawn for each level, deepest first. Any other image has one raster: the
  /// smallest reduction that is fine enough, or the image itself.
  static func steps(for source: any RasterSource, in frame: PyramidExtent) -> [RenderStep] {
    if let composite = source.header.composite {
      return [RenderStep(compositing: composite, in: frame)]
    }
    let capabilities = source.capabilities
    if let drawing = capabilities.drawing {
      return frame.levels.reversed().map { rendition(of: source, drawing, for: $0, in: frame) }
    }
    if let smaller = reduction(among: capabilities.reductions, in: frame) {
      return [
        RenderStep(
          .reduction, size: smaller.size, capabilities: smaller.capabilities,
          levels: frame.levels, in: frame)
      ]
    }
    return [
      RenderStep(
        .image, size: frame.size, capabilities: capabilities, levels: frame.levels, in: frame)
    ]
  }

  /// The smallest reduction that is fine enough everywhere; `nil` for the image itself.
  private static func reduction(
    among reductions: [RasterReduction], in frame: PyramidExtent
  ) -> RasterReduction? {
    // Nearest picks samples of the image, and those of a smaller picture may be mixed.
    guard frame.options.resampling != .nearest, !reductions.isEmpty, frame.reduction >= 2,
      // Nor is a smaller picture a mean of light.
      !frame.mixesLight
    else { return nil }
    let bounds = frame.worldPixelBounds(atZoom: frame.deepest.zoom)
    let scale = frame.mapping.leastScale(from: bounds.northWest, to: bounds.southEast)
    let tolerance = 1 + 1e-6
    return reductions.last { picture in
      let columns = Double(frame.size.width) / Double(picture.size.width)
      let rows = Double(frame.size.height) / Double(picture.size.height)
      return columns * picture.leastSpan <= scale.u * tolerance
        && rows * picture.leastSpan <= scale.v * tolerance
    }
  }

  private static func rendition(
    of source: any RasterSource, _ drawing: RasterDrawing, for level: PyramidLevel,
    in frame: PyramidExtent
  ) -> RenderStep {
    func step(samples: Double) -> RenderStep {
      let size = renditionSize(level, of: drawing, samples: samples, in: frame)
      return RenderStep(
        .rendition, size: size, capabilities: RasterCapabilities(),
        renderingBytes: source.renderingBytes(for: size), levels: [level], in: frame)
    }
    let exact = step(samples: 1)
    // Copied samples are sharper than resampled ones.
    if case .aligned = exact.access { return exact }
    return drawing.samplesPerPixel == 1 ? exact : step(samples: drawing.samplesPerPixel)
  }

  /// The size with `samples` samples for each of a level where the image is coarsest.
  private static func renditionSize(
    _ level: PyramidLevel, of drawing: RasterDrawing, samples: Double, in frame: PyramidExtent
  ) -> PixelSize {
    var coarsest = PixelResolution(perColumn: 0, perRow: 0)
    for i in 0...4 {
      for j in 0...4 {
        let location = PixelPoint(
          x: Double(frame.size.width) * Double(i) / 4, y: Double(frame.size.height) * Double(j) / 4)
        let step = frame.georeference.projectedResolution(at: location)
        coarsest.perColumn = max(coarsest.perColumn, step.perColumn)
        coarsest.perRow = max(coarsest.perRow, step.perRow)
      }
    }
    let width = Double(frame.size.width) * coarsest.perColumn / level.resolution * samples
    let height = Double(frame.size.height) * coarsest.perRow / level.resolution * samples
    let enlarging = max(1, Double(Self.shortestRendition) / max(width, height))
    func side(_ length: Double) -> Int {
      // Arithmetic leaves a whole number a little above or below.
      let whole = (length * enlarging - 1e-6).rounded(.up)
      return Int(min(max(whole, 1), Double(drawing.maximumSide)))
    }
    return PixelSize(width: side(width), height: side(height))
  }
}
