import RasterSources
import TileImaging
import TileModel
import TilePyramid
import TileStorage

extension PyramidRequest {
  /// Reads what `build` was asked for, checked as far as that is possible without opening the image.
  init(
    sources: [String], vector: VectorOptions, samples: SampleOptionGroup, mosaic: MosaicOptions,
    placement: PlacementOptions,
    clip: ClipOptions, pyramid: PyramidOptionGroup, output: BuildOutput,
    scheme: ParsedOption<TileScheme>?, path: String?, layer: LayerOptions, running: RunningRequest
  ) throws {
    self.init(
      try SourceImages(
        sources, placement, clip: clip, vector: vector, samples: samples, mosaic: mosaic),
      output: output)
    options = try PyramidOptions(pyramid)
    options.clips = try clip.areas()
    skipsDamagedImages = mosaic.skipDamaged
    headers = mosaic.headers
    if mosaic.skipDamaged {
      if images.isOneImage {
        throw UsageError.noEffect("--skip-damaged", reason: "there is one image")
      }
      if running.resume {
        throw UsageError.conflict(
          ["--skip-damaged", "--resume"],
          reason: "what the unfinished build left out would not be listed")
      }
    }
    otherInputs = [clip.cutline, samples.colorRelief].compactMap(\.self)
    let format = try pyramid.format?.value(of: "--format") ?? .png
    self.scheme = try scheme?.value(of: "--scheme") ?? .xyz
    tilePath = path
    self.layer = try LayerDescription(layer, format: format, isPair: options.makesRetinaTiles)
    resources = running.resources
    encoding = try PyramidEncoding(
      format, options: pyramid, background: images.image.samples.background ?? .white)
    encoding.elevation = try pyramid.encoding.map { encoding throws(UsageError) in
      PyramidEncoding.Elevation(
        try encoding.value(of: "--encoding"), noDataHeight: pyramid.nodataHeight)
    }
    if encoding.elevation == nil, pyramid.nodataHeight != nil {
      throw UsageError.noEffect("--nodata-height", reason: "there is no --encoding of heights")
    }
  }
}

extension PyramidOptions {
  /// Reads the values of options.
  init(_ options: PyramidOptionGroup) throws(UsageError) {
    self.init()
    minimumZoom = try options.minZoom?.value(of: "--min-zoom").zoom
    maximumZoom = try options.maxZoom?.value(of: "--max-zoom").zoom
    zoomRounding = try options.zoomRounding?.value(of: "--zoom-rounding") ?? .up
    tileSize = try options.tileSize?.value(of: "--tile-size") ?? .standard
    makesRetinaTiles = options.retina
    resampling = try options.resampling?.value(of: "--resampling") ?? .cubic
    overviewResampling =
      try options.overviewResampling?.value(of: "--overview-resampling") ?? .average
    overviewLight = try options.overviewLight?.value(of: "--overview-light") ?? .srgb
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
    let effort = try options.effort?.value(of: "--effort") ?? .balanced
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
