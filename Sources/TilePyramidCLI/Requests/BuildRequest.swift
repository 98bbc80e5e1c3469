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
    let format: TileFormatChoice = try OptionValue.choice(pyramid.format, option: "--format")
    self.output = try OutputRequest(output, floor: layer.floor, format: format)
    self.layer = try LayerRequest(layer, format: format)
    self.running = try RunningRequest(running)
    self.samples = try samples.sampleOptions(threads: self.running.threads)
    encoding = try PyramidEncoding(
      format, options: pyramid, background: self.samples.background ?? .white)
    try UpdateRequest.check(
      update: output.update, overwrite: output.overwrite, resume: running.resume)
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

/// Where tiles go and how they are named.
struct OutputRequest: Hashable, Sendable {
  var path: String
  var kind: TileStoreKind
  /// How tiles are named in a folder.
  var template: TileTemplate
  var scheme: LayerDefinition.Scheme
  var overwrite: Bool
  /// Whether the tiles that are there are kept where they come out the same.
  var update: Bool
  var hardLinks: Bool
  /// Whether what is there may be replaced.
  var replaces: Bool { overwrite || update }
  /// Whether a page that shows the tiles goes beside them.
  var preview: Bool

  init(_ options: OutputOptions, floor: String?, format: TileFormatChoice) throws {
    guard !options.output.isEmpty else {
      throw UsageError.invalidValue(option: "--output", found: "\"\"", expected: "a path")
    }
    path = options.output
    kind = TileStoreKind(path: path)
    scheme = try OptionValue.choice(options.scheme, option: "--scheme")
    template = try TileTemplate(
      path: options.path ?? "{z}/{x}/{y}.{ext}", floor: floor,
      format: format.tileFormat)
    overwrite = options.overwrite
    update = options.update
    hardLinks = options.hardLinks
    preview = options.preview
    if format == .hybrid {
      guard kind == .directory else {
        throw UsageError.invalidValue(
          option: "--format", found: "hybrid",
          expected: "png, jpeg or webp, since an MBTiles file has one format for all tiles")
      }
      guard template.namesFormat else {
        throw UsageError.missing(
          "{ext} in --path", neededBy: "--format hybrid",
          example: "a template such as {z}/{x}/{y}.{ext}")
      }
    }
    guard kind == .mbtiles else { return }
    // MBTiles has one naming and one row order of its own.
    if options.path != nil {
      throw UsageError.noEffect("--path", reason: "an MBTiles file has no paths of tiles")
    }
    if hardLinks {
      throw UsageError.noEffect("--hard-links", reason: "an MBTiles file shares equal tiles anyway")
    }
    if preview { throw UsageError.previewOfDatabase(path: path) }
  }
}

/// What a run may use and how it shows progress.
struct RunningRequest: Hashable, Sendable {
  var threads: Int
  var memoryLimit: Int
  var temporaryFolder: String?
  var resume: Bool
  var dryRun: Bool
  var progress: ProgressStyle

  init(_ options: RunningOptions) throws(UsageError) {
    threads =
      try options.threads.map { value throws(UsageError) in
        guard (1...1024).contains(value) else {
          throw UsageError.invalidValue(
            option: "--threads", found: "\(value)", expected: "1 to 1024")
        }
        return value
      } ?? AvailableProcessors.count
    memoryLimit = try OptionValue.size(options.memoryLimit, option: "--memory-limit")
    temporaryFolder = options.tempDir
    resume = options.resume
    dryRun = options.dryRun
    progress = try OptionValue.choice(options.progress, option: "--progress")
  }
}
