package import Georeferencing
package import TileImaging
import TileModel

/// A TIFF, BigTIFF or GeoTIFF file of any size, decoded by strips or tiles.
///
/// Colours are converted to sRGB by the file's profile. Pixels are transparent in sparse blocks, where mask
/// or alpha is 0, and where all samples are nodata or NaN. A stated nodata value counts only without mask
/// and alpha (GDAL, RFC 15).
package struct TIFFSource: BlockFile {
  /// In bytes, for a row of strips that could also be decoded row by row.
  private static let stripLimit = 32 << 20

  /// Header of the image.
  ///
  /// Pages exclude overviews and masks. Rows need a scratch file where a row of blocks is too large for
  /// memory. Windows are offered where they take little memory. Reductions are the file's overviews.
  package var header: RasterHeader
  let rule: SampleRule
  package let used: BandStatement
  package let remainingTransform: ColorTransform?
  let picture: TIFFDirectories.Picture
  private let file: SourceFile
  private let overviews: [TIFFDirectories.Picture]
  private let limits: DecodingLimits
  var threads: Int { didSet { header.capabilities = readingCapabilities } }

  package init(
    _ file: SourceFile, samples: SampleOptions, limits: DecodingLimits
  ) throws(RasterError) {
    let handle = try TIFFHandle(file)
    let number = samples.page ?? 1
    try handle.setPage(number)
    let tags = TIFFGeoTags(handle)
    let metadata = TIFFBandMetadata(tags.metadata)
    let statedLargest = Self.statedLargest(handle, metadata)
    var meanings = metadata.bands
    for (number, band) in samples.auxiliary.bands {
      meanings[number].meaning = band.meaning ?? meanings[number].meaning
    }
    var bands = samples.bands
    if bands == nil, !meanings.bands.isEmpty {
      bands = Self.bands(meanings, of: try TIFFImage(handle, limits: limits))
    }
    try handle.setFirstDirectory()
    let directories = try TIFFDirectories(handle, page: number, bands: bands, limits: limits)
    let image = directories.page.image
    try handle.setDirectory(at: image.offset)
    var own = metadata.bands
    if let colors = image.mapBesideGrey(handle) {
      (own[1].colors, own[1].meaning) = (colors, own[1].meaning ?? "palette")
    }
    let numbers = image.layout.colorBands.map { $0 + 1 }
    let statement = samples.statement(ofBands: numbers, own: own, in: .tiff)
    if let fault = metadata.fault, samples.readsHeights {
      throw .corrupt(path: file.path, detail: "its tag GDAL_METADATA, \(fault)")
    }
    let heights =
      samples.readsHeights ? try TIFFHeights(image, tags, statement, samples, path: file.path) : nil
    let palette =
      heights == nil && image.layout.canBeEntries && !samples.isStretched
      ? statement.palette : nil
    let sparsity = try TIFFBlockOffsets.check(image, handle)
    let noData = TIFFNoData(
      samples, stated: statement.noData ?? tags.noData.flatMap { TIFFGeoTags.number($0) },
      before: directories.page.mask != nil || samples.hasMask
        ? "mask" : image.layout.alphaBand == nil ? nil : "alpha")
    let colors = ImageColors(
      ColorProfile(handle.bytes(34675)), palette == nil ? image.layout.color.model : .rgb,
      samples.colors)
    func survey(until isEnough: (SampleSurvey) -> Bool) throws(RasterError) -> SampleSurvey {
      try TIFFStatistics.survey(
        of: directories.page, file: file, noData: noData.surveyed, limits: limits,
        isEnough: isEnough)
    }
    var reading = samples
    if heights != nil || palette != nil { reading.stretch = SampleStretch.none }
    let scaling = try Self.scaling(
      of: image, path: file.path, samples: reading, statedLargest, survey: survey)
    let exceedsAlpha =
      if image.layout.isPremultiplied, !TIFFNames.mayBeLossy(image.compression) {
        try survey(until: \.exceedsAlpha).exceedsAlpha
      } else { false }

    var header = RasterHeader(
      path: file.path, size: image.size,
      isOpaque: heights == nil && !sparsity.isSparse && directories.page.mask == nil
        && image.layout.alphaBand == nil && palette == nil
        && noData.exact == nil && image.layout.format != .floating)
    header.filePage = RasterPage(number, of: directories.pageCount)
    header.details =
      TIFFDetails.list(
        directories, handle: handle, page: number, noData: noData.detail, scaling: scaling,
        heights: heights, isSparse: sparsity.isSparse)
      + (heights == nil ? colors.details : [])
    header.notices =
      scaling.notices(of: image.layout, noData: noData.surveyed)
      + [
        image.selection == nil ? image.layout.bandNotice(names: meanings.names) : nil,
        heights == nil ? colors.notice : nil,
        sparsity.notice,
        exceedsAlpha ? .colorsExceedAlpha : nil,
        noData.isAbsent
          ? own.unsharedNoDataNotice(ofBands: numbers, file: file.path.fileName) : nil,
        metadata.fault.map {
          .notUsed(statement: "GDAL_METADATA", file: file.path.fileName, reason: $0)
        },
        TIFFNames.isJPEG(image.compression) ? noData.exact.map { .lossyNoData(value: $0) } : nil,
      ].compactMap(\.self)
    header.colorSurvey = scaling.survey
    header.orientation = handle.orientation
    header.resolution = handle.resolution
    self.init(
      file, header, picture: directories.page,
      // The method of the file's own overviews of elevations or classes is unknown.
      overviews: heights == nil && palette == nil ? directories.overviews : [],
      rule: SampleRule(
        range: scaling.range, alpha: scaling.alpha, noData: noData.exact,
        transform: noData.isExact && heights == nil ? colors.transform : nil, palette: palette,
        heights: heights?.rule),
      used: BandStatement(
        noData: noData.counted, heights: heights == nil ? nil : statement, palette: palette),
      limits: limits, threads: samples.threads,
      remainingTransform: noData.isExact ? nil : colors.transform)
  }

  private init(
    _ file: SourceFile, _ header: RasterHeader, picture: TIFFDirectories.Picture,
    overviews: [TIFFDirectories.Picture], rule: SampleRule, used: BandStatement,
    limits: DecodingLimits, threads: Int, remainingTransform: ColorTransform?
  ) {
    self.header = header
    self.remainingTransform = remainingTransform
    self.file = file
    self.picture = picture
    self.overviews = overviews
    self.rule = rule
    self.used = used
    self.limits = limits
    self.threads = threads
    self.header.capabilities = readingCapabilities
  }

  private static func bands(_ meanings: BandStatements, of image: TIFFImage) -> BandSelection? {
    switch image.layout.color {
    case .grey, .rgb: meanings.selection(in: image.layout)
    case .palette, .inks, .converted: nil
    }
  }

  /// From SMaxSampleValue, MaxSampleValue or the significant bits.
  private static func statedLargest(_ handle: TIFFHandle, _ metadata: TIFFBandMetadata) -> Double? {
    if let bits = metadata.significantBits, (1...16).contains(bits) { return Double(1 << bits - 1) }
    return handle.statedLargest
  }

  private static func scaling(
    of image: TIFFImage, path: String, samples: SampleOptions, _ statedLargest: Double?,
    survey: (_ isEnough: (SampleSurvey) -> Bool) throws(RasterError) -> SampleSurvey
  ) throws(RasterError) -> SampleScaling {
    switch image.layout.color {
    case .grey, .rgb:
      return try SampleScaling(
        image.layout, asked: samples.stretch, statedLargest: statedLargest, survey: survey)
    case .palette, .inks, .converted:
      guard let stretch = samples.stretch, stretch != .none else {
        return SampleScaling(stretch: .none, range: .unstretched(image.layout))
      }
      throw .optionWithoutEffect(
        path: path, option: "`stretch`", reason: "only grey and RGB samples are stretched")
    }
  }

  package var layout: SampleLayout { picture.image.layout }

  private var readingCapabilities: RasterCapabilities {
    var capabilities = RasterCapabilities()
    capabilities.storesRowsInOrder = parts.allSatisfy {
      Self.holdsBlocks(of: $0) || $0.canReadRows
    }
    capabilities.rowReadingBytes = rowReadingBytes
    capabilities.windowBytes = windowBytes
    capabilities.reductions = reductions.map {
      RasterReduction(size: $0.size, capabilities: $0.capabilities)
    }
    return capabilities
  }

  /// In bytes: a row of blocks and its decoders.
  private var rowReadingBytes: Int {
    parts.reduce(0) { sum, image in
      let isHeld = Self.holdsBlocks(of: image)
      let rows =
        isHeld ? BlockRows.byteCount(of: image.grid) : image.canReadRows ? image.rowBytes : 0
      return sum + rows + (isHeld || !image.canReadRows ? decodingBytes(of: image) : 0)
    }
  }

  private static func holdsBlocks(of image: TIFFImage) -> Bool {
    BlockRows.byteCount(of: image.grid) <= (image.canReadRows ? stripLimit : BlockRows.byteLimit)
  }

  private var parts: [TIFFImage] { [picture.image] + (picture.mask.map { [$0] } ?? []) }

  /// In bytes, over all threads.
  private func decodingBytes(of image: TIFFImage) -> Int {
    threads * image.blockBytes * image.planeCount
  }

  package var reductions: [TIFFSource] {
    overviews.map { overview in
      var smaller = RasterHeader(path: path, size: overview.image.size, isOpaque: false)
      smaller.filePage = filePage
      return TIFFSource(
        file, smaller, picture: overview, overviews: [], rule: rule, used: used,
        limits: limits, threads: threads, remainingTransform: remainingTransform)
    }
  }

  package func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let first = firstRow(toRead: row)
    let rows = try rows(
      of: picture.image, scratch: scratch, firstRow: first, isCancelled: isCancelled)
    guard let mask = picture.mask else { return (rows, first) }
    let maskRows = try self.rows(
      of: mask, scratch: scratch, firstRow: first, isCancelled: isCancelled)
    return (MaskedRows(base: rows, mask: maskRows, width: size.width), first)
  }

  private func firstRow(toRead row: Int) -> Int {
    var first = min(max(row, 0), size.height)
    // Strips of an image and its mask may begin at different rows.
    while let image = parts.first(where: { first % Self.rowStep(of: $0) != 0 }) {
      first -= first % Self.rowStep(of: image)
    }
    return first
  }

  private static func rowStep(of image: TIFFImage) -> Int {
    holdsBlocks(of: image) || !image.canReadRows ? 1 : image.blockSize.height
  }

  private func rows(
    of image: TIFFImage, scratch: ScratchDirectory, firstRow: Int, isCancelled: () -> Bool
  ) throws -> any RasterRowReader {
    if Self.holdsBlocks(of: image) {
      return BlockRows(decoders: decoders(of: image), threads: threads, firstRow: firstRow)
    }
    if image.canReadRows {
      return try TIFFScanlines(
        file: file, image: image, rule: rule(for: image), limits: limits, firstRow: firstRow)
    }
    return WindowRows(
      try decoders(of: image).reordered(scratch: scratch, isCancelled: isCancelled), path: path,
      firstRow: firstRow)
  }

  private func decoders(of image: TIFFImage) -> BlockDecoderPool {
    let (file, rule, limits) = (file, rule(for: image), limits)
    return BlockDecoderPool(path: path, grid: image.grid) { () throws(RasterError) in
      try TIFFBlockDecoder(file: file, image: image, rule: rule, limits: limits)
    }
  }

  private func rule(for image: TIFFImage) -> SampleRule {
    image == picture.mask ? SampleRule(range: TIFFMask.valid, noData: nil) : rule
  }

  /// Bytes of the blocks along a line across the image, and their neighbours.
  private var windowBytes: Int? {
    let needs = parts.compactMap { $0.grid.lineBytes(limit: BlockWindows.byteLimit) }
    let total = needs.reduce(0, +)
    guard needs.count == parts.count, total <= BlockWindows.byteLimit else { return nil }
    return total + parts.reduce(0) { $0 + decodingBytes(of: $1) }
  }

  package func makeWindows() throws -> any RasterWindows {
    let windows = BlockWindows(decoders: decoders(of: picture.image))
    guard let mask = picture.mask else { return windows }
    return MaskedWindows(base: windows, mask: BlockWindows(decoders: decoders(of: mask)))
  }
}
