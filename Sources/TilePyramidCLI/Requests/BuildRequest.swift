import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TileStorage

/// Everything that `build` was asked for, checked as far as that is possible without reading a file.
struct BuildRequest: Sendable {
  var source: String
  var vector: VectorPlanOptions
  var samples: SampleOptions
  var placement: PlacementRequest
  var pyramid: PyramidOptions
  var encoding: PyramidEncoding
  var output: OutputRequest
  var layer: LayerRequest
  var running: RunningRequest
  /// The files that are read.
  let inputs: [String]

  init(
    source: String, vector: VectorOptions, samples: SampleOptionGroup, placement: PlacementOptions,
    clip: ClipOptions, pyramid: PyramidOptionGroup, output: OutputOptions, layer: LayerOptions,
    running: RunningOptions
  ) throws {
    self.source = source
    self.vector = try vector.planOptions()
    self.placement = try PlacementRequest(placement)
    self.pyramid = try PyramidOptions(pyramid)
    self.pyramid.clips = try clip.areas()
    let name = pyramid.format == "jpg" ? TileFormatChoice.jpeg.rawValue : pyramid.format
    let format: TileFormatChoice = try OptionValue.choice(name, option: "--format")
    self.output = try OutputRequest(output, floor: layer.floor, format: format)
    self.layer = try LayerRequest(layer, format: format)
    self.running = try RunningRequest(running)
    self.samples = try samples.sampleOptions(threads: self.running.threads)
    encoding = try PyramidEncoding(
      format, options: pyramid, background: self.samples.background ?? .white)
    try UpdateRequest.check(output, resume: running.resume)
    inputs = [source] + self.placement.files(besides: source) + [clip.cutline].compactMap(\.self)
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
