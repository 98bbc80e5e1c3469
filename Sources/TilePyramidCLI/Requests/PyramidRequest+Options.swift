import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TileStorage

extension PyramidRequest {
  /// Reads what `build` was asked for, checked as far as that is possible without opening the image.
  init(
    source: String, vector: VectorOptions, samples: SampleOptionGroup, placement: PlacementOptions,
    clip: ClipOptions, pyramid: PyramidOptionGroup, output: OutputOptions, layer: LayerOptions,
    running: RunningRequest
  ) throws {
    self.init(
      try SourceImage(
        source, placement, vector: vector.planOptions(), samples: samples.sampleOptions()),
      output: try BuildOutput(output, resumes: running.resume))
    options = try PyramidOptions(pyramid)
    options.clips = try clip.areas()
    otherInputs = [clip.cutline].compactMap(\.self)
    let name = pyramid.format == "jpg" ? TileFormatChoice.jpeg.rawValue : pyramid.format
    let format: TileFormatChoice = try OptionValue.choice(name, option: "--format")
    scheme = try OptionValue.choice(output.scheme, option: "--scheme")
    tilePath = output.path
    self.layer = try LayerDescription(layer, format: format)
    resources = running.resources
    encoding = try PyramidEncoding(
      format, options: pyramid, background: image.samples.background ?? .white)
  }
}

extension PyramidOptions {
  /// Reads the values of options.
  init(_ options: PyramidOptionGroup) throws(UsageError) {
    self.init()
    minimumZoom = try OptionValue.zoom(options.minZoom, option: "--min-zoom")
    maximumZoom = try OptionValue.zoom(options.maxZoom, option: "--max-zoom")
    zoomRounding = try OptionValue.choice(options.zoomRounding, option: "--zoom-rounding")
    guard let size = Int(options.tileSize).flatMap(TileSize.init(rawValue:)) else {
      throw .invalidValue(option: "--tile-size", found: options.tileSize, expected: "256 or 512")
    }
    tileSize = size
    resampling = try OptionValue.choice(options.resampling, option: "--resampling")
    overviewResampling = try OptionValue.choice(
      options.overviewResampling, option: "--overview-resampling")
    keepsEmptyTiles = options.keepEmpty
    if let limit = options.maxTiles {
      maximumTileCount = try OptionValue.count(limit, option: "--max-tiles")
    }
  }
}

extension PyramidEncoding {
  /// Reads the values of options.
  init(
    _ format: TileFormatChoice, options: PyramidOptionGroup, background: OpaqueColor
  ) throws(UsageError) {
    let effort: EncodingEffort = try OptionValue.choice(options.effort, option: "--effort")
    do throws(TileFormatFault) {
      try self.init(
        format, quality: options.quality, isLossless: options.lossless, background: background,
        effort: effort)
    } catch {
      switch error {
      case .quality(let number, let allowed):
        throw .invalidValue(
          option: "--quality", found: "\(number)",
          expected: "\(allowed.lowerBound) to \(allowed.upperBound)")
      case .qualityWithoutEffect(let reason): throw .noEffect("--quality", reason: reason)
      case .losslessWithoutEffect(let reason): throw .noEffect("--lossless", reason: reason)
      }
    }
  }
}
