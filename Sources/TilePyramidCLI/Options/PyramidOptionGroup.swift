import ArgumentParser
import TileImaging
import TileModel
import TilePyramid

/// The options that choose tiles and pixels.
struct PyramidOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write tiles as png, jpeg, webp, avif, or hybrid: jpeg where opaque, else png. (default: \
      png)
      """, valueName: "format"))
  var format: ParsedOption<TileFormatChoice>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the quality of jpeg, 1 to 100, webp and avif, 0 to 100 (default: 80).", valueName: "n"))
  var quality: Int?

  @Flag(help: "Make webp lossless.")
  var lossless = false

  @Option(
    help: ArgumentHelp(
      "Choose how hard to compress: fast, balanced or smallest. (default: balanced)",
      valueName: "effort"))
  var effort: ParsedOption<EncodingEffort>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End at this zoom, the deepest; auto is the image's resolution. (default: auto)",
      valueName: "n|auto"))
  var maxZoom: ParsedOption<ZoomLimit>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Begin at this zoom; auto is where the image is no larger than a tile. (default: auto)",
      valueName: "n|auto"))
  var minZoom: ParsedOption<ZoomLimit>?

  @Option(
    help: ArgumentHelp(
      "Round auto to a zoom: up, nearest or down; up loses no detail. (default: up)",
      valueName: "way"))
  var zoomRounding: ParsedOption<ZoomRounding>?

  @Option(
    help: ArgumentHelp(
      "Make tiles of 256 or 512 pixels a side. (default: 256)", valueName: "n"))
  var tileSize: ParsedOption<TileSize>?

  @Flag(
    help: """
      Write 512-pixel tiles beside the 256-pixel ones, as {z}/{x}/{y}@2x.png: those of a zoom have the pixels of \
      the zoom below it, so that the deepest zoom has none.
      """)
  var retina = false

  @Option(
    help: ArgumentHelp(
      """
      Make overviews by average, nearest, darken, which keeps thin dark lines, or keep, which \
      keeps light ones, too (default: average).
      """, valueName: "kernel"))
  var overviewResampling: ParsedOption<OverviewResampling>?

  @Option(
    help: ArgumentHelp(
      """
      Average overviews in srgb, or linear, which keeps how bright fine patterns are, so that \
      thin dark lines get paler (default: srgb).
      """, valueName: "light"))
  var overviewLight: ParsedOption<OverviewLight>?

  @Option(
    help: ArgumentHelp(
      "Resample by nearest, bilinear, cubic, lanczos or average. (default: cubic)",
      valueName: "kernel"))
  var resampling: ParsedOption<Resampling>?

  @Option(
    help: ArgumentHelp(
      """
      Make tiles of the heights in a TIFF of one band, as terrarium (steps of 1/256 m) or mapbox (0.1 m) \
      colours, for terrain and hillshades.
      """, valueName: "encoding"))
  var encoding: ParsedOption<ElevationEncoding>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Fill tiles with this height where the image has none (default: none, transparent).",
      valueName: "metres"))
  var nodataHeight: Double?

  @Flag(
    help:
      "Write transparent tiles where there is no image, too, even if nothing else is to be seen.")
  var keepEmpty = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Refuse to plan more tiles than this (default: 10000000).", valueName: "n"))
  var maxTiles: Int?
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
    elevation = try options.encoding.map { encoding throws(UsageError) in
      Elevation(try encoding.value(of: "--encoding"), noDataHeight: options.nodataHeight)
    }
    if elevation == nil, options.nodataHeight != nil {
      throw .noEffect("--nodata-height", reason: "there is no --encoding of heights")
    }
  }
}
