package import Georeferencing
package import TileImaging
import TileModel

/// A JPEG 2000 image of any size, in a JP2 file or as a bare codestream, decoded by blocks.
///
/// Colours are converted to sRGB by the profile of the file.
package struct JPEG2000Source: BlockFile {
  /// Pixels that a survey decodes, in at least four blocks; they take longer than those of other formats.
  private static let surveyPixels = 1 << 24
  /// Span at which a reduced sample lies at most a twentieth of a result's sample off its place.
  ///
  /// It lies up to half of itself to the top left of its pixels.
  private static let leastReductionSpan = 10.0

  package var header: RasterHeader
  package let remainingTransform: ColorTransform?
  private let file: SourceFile
  private let image: JPEG2000Image
  package let used: BandStatement
  let rule: SampleRule
  private let structureLimit: Int
  var threads: Int { didSet { header.capabilities = readingCapabilities } }

  package init(
    _ source: SourceFile, samples: SampleOptions, limits: DecodingLimits
  ) throws(RasterError) {
    let input = try InputFile(source)
    let boxes = try JPEG2000File(input)
    let codestream = try JPEG2000Codestream(boxes.codestream, of: input, limits: limits)
    let channels = try JPEG2000Samples(
      boxes, codestream.components, bands: samples.bands, path: source.path)
    let image = try JPEG2000Image(codestream, channels, path: source.path, limits: limits)
    let layout = channels.layout
    let structureLimit = limits.maximumBytes
    // A tolerance is applied to the colours, so that samples of exactly the value stay where they are
    // enclosed.
    let statement = samples.statement(
      ofBands: layout.colorBands.map { $0 + 1 }, hasAlpha: layout.alphaBand != nil, in: .jpeg2000)
    var own: [UInt32]?
    if case .palette(let entries) = layout.color { own = entries }
    let palette =
      own == nil && layout.canBeEntries && !samples.isStretched ? statement.palette : nil
    let stated = samples.noData ?? statement.noData
    used = BandStatement(noData: stated, heights: nil, palette: palette ?? own)
    let noData = samples.noDataTolerance == 0 ? stated : nil
    if case .palette = layout.color, let stretch = samples.stretch, stretch != .none {
      throw .optionWithoutEffect(
        path: source.path, option: "`stretch`", reason: "only grey and RGB samples are stretched")
    }
    let scaling = try SampleScaling(
      layout, asked: palette == nil ? samples.stretch : SampleStretch.none
    ) { isEnough throws(RasterError) in
      let blocks = max(4, 4 * Self.surveyPixels / image.grid.pixelBytes)
      return try SampleSurvey(
        of: image.grid, bandCount: layout.color.bandCount,
        blocks: min(blocks, SampleSurvey.blockCount),
        by: JPEG2000BlockDecoder(
          source, image: image, rule: SampleRule(range: .unstretched(layout), noData: noData),
          structureLimit: structureLimit), isEnough: isEnough)
    }
    let colors = ImageColors(
      ColorProfile(boxes.profile), palette == nil ? layout.color.model : .rgb, samples.colors)
    // A border near nodata is found in samples as they are stored.
    let isLeft = samples.noDataTolerance > 0
    remainingTransform = isLeft ? colors.transform : nil
    file = source
    self.image = image
    self.structureLimit = structureLimit
    threads = samples.threads
    rule = SampleRule(
      range: scaling.range, alpha: scaling.alpha, noData: noData,
      transform: isLeft ? nil : colors.transform, palette: palette)
    header = RasterHeader(
      path: source.path, size: image.grid.size,
      isOpaque: layout.alphaBand == nil && noData == nil && palette == nil
        && !channels.hasClearEntries)
    header.colorSurvey = scaling.survey
    let isReversible = codestream.styles.allSatisfy(\.isReversible)
    header.details = Self.details(boxes, image, noData: noData, scaling: scaling) + colors.details
    header.notices =
      scaling.notices(of: layout, noData: noData)
      + [
        channels.selection == nil ? layout.bandNotice() : nil, colors.notice,
        isReversible ? nil : noData.map { .lossyNoData(value: $0) },
        isReversible || palette == nil ? nil : .lossyEntries,
      ].compactMap(\.self)
    header.capabilities = readingCapabilities
  }

  private init(_ full: JPEG2000Source, image: JPEG2000Image) {
    file = full.file
    self.image = image
    remainingTransform = full.remainingTransform
    used = full.used
    rule = full.rule
    structureLimit = full.structureLimit
    threads = full.threads
    header = RasterHeader(path: full.path, size: image.grid.size, isOpaque: full.isOpaque)
    header.capabilities = readingCapabilities
  }

  private static func details(
    _ boxes: JPEG2000File, _ image: JPEG2000Image, noData: Double?, scaling: SampleScaling
  ) -> [RasterDetail] {
    let (codestream, layout) = (image.codestream, image.samples.layout)
    let sign = layout.format == .signed ? " signed" : ""
    let color =
      switch layout.color {
      case .grey: "grey"
      case .palette: "palette"
      case .rgb: image.samples.isYCC ? "YCbCr" : "RGB"
      case .inks: "CMYK"
      case .converted: ""
      }
    let bits = codestream.components[image.samples.components[0]].bits
    var bands = "\(codestream.components.count) × \(bits)-bit\(sign), \(color)"
    if layout.alphaBand != nil {
      bands += layout.isPremultiplied ? ", associated alpha" : ", alpha"
    }
    if let selection = image.samples.selection { bands += ", drawn \(selection.text)" }
    let isReversible = codestream.styles.allSatisfy(\.isReversible)
    let layers = codestream.layers == 1 ? "" : ", \(codestream.layers) layers"
    var details = [
      RasterDetail("format", "JPEG 2000" + (boxes.hasBoxes ? "" : ", codestream")),
      RasterDetail("bands", bands),
      RasterDetail(
        "compression", "\(isReversible ? "reversible" : "irreversible") wavelet" + layers),
      RasterDetail("blocks", "tiles of \(image.largestTile)"),
    ]
    let sizes = image.reductions.map(\.grid.size.description)
    if !sizes.isEmpty {
      details.append(RasterDetail("resolutions", sizes.joined(separator: ", ")))
    }
    if let noData { details.append(RasterDetail("nodata", NumberText.shortest(noData))) }
    if [1, 3].contains(layout.color.bandCount), scaling.stretch != .none || layout.bitsPerSample > 8
    {
      details.append(scaling.detail(of: layout))
    }
    return details
  }

  package var layout: SampleLayout { image.samples.layout }
}

// MARK: - Reading

extension JPEG2000Source {
  private var readingCapabilities: RasterCapabilities {
    var capabilities = RasterCapabilities()
    let decoding = threads * image.decoderBytes
    capabilities.storesRowsInOrder = holdsBlocks
    capabilities.rowReadingBytes =
      decoding + (holdsBlocks ? BlockRows.byteCount(of: image.grid) : 0)
    capabilities.windowBytes =
      image.grid.lineBytes(limit: BlockWindows.byteLimit).map { $0 + decoding }
    capabilities.reductions = reductions.map {
      RasterReduction(
        size: $0.size, capabilities: $0.capabilities, leastSpan: Self.leastReductionSpan)
    }
    return capabilities
  }

  private var holdsBlocks: Bool { BlockRows.byteCount(of: image.grid) <= BlockRows.byteLimit }

  package var reductions: [JPEG2000Source] {
    image.halvings > 0 || rule.palette != nil
      ? [] : image.reductions.map { JPEG2000Source(self, image: $0) }
  }

  package func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let first = min(max(row, 0), size.height)
    if holdsBlocks {
      return (BlockRows(decoders: decoders, threads: threads, firstRow: first), first)
    }
    let raster = try decoders.reordered(scratch: scratch, isCancelled: isCancelled)
    return (WindowRows(raster, path: path, firstRow: first), first)
  }

  package func makeWindows() throws -> any RasterWindows { BlockWindows(decoders: decoders) }

  private var decoders: BlockDecoderPool {
    let (file, image, rule, limit) = (file, image, rule, structureLimit)
    return BlockDecoderPool(path: path, grid: image.grid) { () throws(RasterError) in
      try JPEG2000BlockDecoder(file, image: image, rule: rule, structureLimit: limit)
    }
  }
}
