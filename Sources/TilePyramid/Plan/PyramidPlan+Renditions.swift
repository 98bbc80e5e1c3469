import Platform
import RasterSources
import TileModel

extension PyramidPlan {
  /// The longer side that a rendition has at least.
  ///
  /// Drawn any smaller, a plan is a blot of lines that are a sample wide, so the tiles of levels above
  /// the usual ones are means of this many samples.
  static let shortestRendition = 128

  /// The plan of one level alone, made from a rendition of the image that suits the level.
  ///
  /// - Parameters:
  ///   - level: One of the plan's levels.
  ///   - source: The image.
  /// - Returns: A plan of a single level, whose size is that of the rendition.
  func rendered(_ level: Level, from source: any RescalableSource) -> PyramidPlan {
    let exact = PyramidPlan(self, level: level, size: renditionSize(level, of: source, samples: 1))
    // Copied samples are sharper than any that are resampled.
    if case .aligned = exact.access { return exact }
    let samples = source.samplesPerPixel
    return samples == 1
      ? exact
      : PyramidPlan(
        self, level: level, size: renditionSize(level, of: source, samples: samples))
  }

  /// The size of a rendition that has `samples` samples for each of a level along each axis where the
  /// image is coarsest.
  private func renditionSize(
    _ level: Level, of source: any RescalableSource, samples: Double
  ) -> PixelSize {
    var coarsest = PixelResolution(perColumn: 0, perRow: 0)
    for i in 0...4 {
      for j in 0...4 {
        let place = PixelPoint(
          x: Double(size.width) * Double(i) / 4, y: Double(size.height) * Double(j) / 4)
        let step = georeference.projectedResolution(at: place)
        coarsest.perColumn = max(coarsest.perColumn, step.perColumn)
        coarsest.perRow = max(coarsest.perRow, step.perRow)
      }
    }
    let width = Double(size.width) * coarsest.perColumn / level.resolution * samples
    let height = Double(size.height) * coarsest.perRow / level.resolution * samples
    let enlarging = max(1, Double(Self.shortestRendition) / max(width, height))
    func side(_ length: Double) -> Int {
      // Arithmetic leaves a whole number a little above or below.
      let whole = (length * enlarging - 1e-6).rounded(.up)
      return Int(min(max(whole, 1), Double(source.maximumSide)))
    }
    return PixelSize(width: side(width), height: side(height))
  }

  /// The plan of one level of another, made from the image at another size.
  private init(_ plan: PyramidPlan, level: Level, size: PixelSize) {
    let georeference = plan.georeference.resized(from: plan.size, to: size)
    let grid = plan.grid
    levels = [level]
    options = plan.options
    self.georeference = georeference
    path = plan.path
    self.size = size
    readingBytes = 0
    reorderingScratch = 0
    nativeZoom = plan.nativeZoom + log2(Double(size.width) / Double(plan.size.width))
    mercatorBounds = plan.mercatorBounds
    turn = plan.turn
    mapping = GridMapping(
      georeference: georeference, size: size, grid: grid, zoom: level.zoom, turn: plan.turn.metres)
    let bounds = plan.turn.turned(plan.mercatorBounds)
    reduction = SourceReduction(
      mapping: mapping, northWest: grid.worldPixel(of: bounds.northWest, atZoom: level.zoom),
      southEast: grid.worldPixel(of: bounds.southEast, atZoom: level.zoom),
      resampling: plan.options.resampling)
    switch mapping.form {
    case .aligned: access = .aligned
    case .separable: access = .streamed
    case .affine, .general:
      access = .scratch(byteCount: ScratchRaster.bytesNeeded(for: reduction.reducedSize(of: size)))
    }
  }
}

extension Georeference {
  /// Where an image lies when the same picture has another number of samples.
  func resized(from old: PixelSize, to new: PixelSize) -> Georeference {
    let across = Double(old.width) / Double(new.width)
    let down = Double(old.height) / Double(new.height)
    return Georeference(crs: crs, pixelToCRS: pixelToCRS.resized(across: across, down: down))
  }
}
