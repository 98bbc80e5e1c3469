package import Georeferencing
package import TileImaging

/// A PNG file of any size, read row by row.
///
/// Colours by cICP, iCCP, or gAMA and cHRM are converted to sRGB. 16-bit samples are rounded to 8 bits,
/// unless they use so little of their range that they are stretched. Fully transparent pixels become 0.
package struct PNGSource: RasterFile {
  /// Bytes per pixel of a row: up to 24 in libpng and the row stream, and 4 of the caller.
  private static let workingBytesPerColumn = 28

  /// Header of the image, opaque without alpha and transparent colours.
  ///
  /// Rows of an interlaced file are out of order.
  package var header: RasterHeader
  package let stored: PNGHeader
  private let file: SourceFile
  private let start: [UInt8]
  private static let startLength = 33
  private let limits: DecodingLimits
  private let colors: ImageColors
  private let rule: SampleRule?
  package let layout: SampleLayout
  private let stated: BandStatement

  package init(
    _ file: SourceFile, samples: SampleOptions, limits: DecodingLimits
  ) throws(RasterError) {
    self.file = file
    self.limits = limits
    let input = try InputFile(file)
    start = try input.leadingBytes(Self.startLength)
    stored = try Self.decoder(input, limits: limits).header
    let chunks = PNGChunks(input)
    colors = ImageColors(
      EmbeddedProfile.png(chunks), stored.colorType.isGrey ? .grey : .rgb, samples.colors)
    layout = PNG16BitConverter.layout(stored)
    var statement = samples.statement(
      ofBands: layout.colorBands.map { $0 + 1 }, own: chunks.statements(layout),
      hasAlpha: !stored.isOpaque, in: .png)
    if stored.colorType != .grey || samples.isStretched { statement.colors = nil }
    if stored.colorType == .palette { statement.noData = chunks.statements(layout)[1].noData }
    // Numbers for heights count where a file can hold heights.
    (statement.scale, statement.offset, statement.unit) = (nil, nil, nil)
    let scaling: SampleScaling
    (scaling, rule) = try Self.conversion(
      of: stored, chunks, file, samples: samples, statement, limits: limits,
      transform: colors.transform)
    stated = statement
    header = RasterHeader(
      path: file.path, size: PixelSize(width: stored.width, height: stored.height),
      isOpaque: stored.isOpaque && rule?.noData == nil && rule?.palette == nil)
    let exif = ExifTags(chunks.exif)
    header.orientation = exif.orientation
    header.resolution = chunks.density ?? exif.resolution
    (header.cameraPosition, header.isPhotograph) = (exif.position, exif.isPhotograph)
    header.details = details(scaling)
    header.notices =
      scaling.notices(of: layout, noData: rule?.noData) + [colors.notice].compactMap(\.self)
    header.colorSurvey = scaling.survey
    header.capabilities.storesRowsInOrder = !stored.isInterlaced
    if PNGRowStream.supports(stored) {
      header.capabilities.rowReadingBytes = PNGRowStream.byteCount(stored)
    }
  }

  private static func conversion(
    of header: PNGHeader, _ chunks: PNGChunks, _ file: SourceFile, samples: SampleOptions,
    _ statement: BandStatement, limits: DecodingLimits, transform: ColorTransform?
  ) throws(RasterError) -> (scaling: SampleScaling, rule: SampleRule?) {
    guard header.bitDepth == 16 else {
      return (SampleScaling(stretch: .none, range: SampleRange(low: 0, high: 255)), nil)
    }
    let layout = PNG16BitConverter.layout(header)
    let transparent = chunks.transparentSamples
    let noData = samples.noData ?? statement.noData
    let palette = statement.palette
    // A value that stands for nothing is one for all bands.
    let hasPlainColor = transparent.allSatisfy { $0 == transparent.first }
    if !hasPlainColor, let stretch = samples.stretch, stretch != .none {
      throw .optionWithoutEffect(
        path: file.path, option: "`stretch`",
        reason: "the file makes a colour transparent by its exact samples")
    }
    let scaling = try SampleScaling(
      layout, asked: hasPlainColor && palette == nil ? samples.stretch : SampleStretch.none,
      statedLargest: chunks.largestSample
    ) { isEnough throws(RasterError) in
      let input = try InputFile(file)
      let decoder = try Self.decoder(input, limits: limits, mode: .asStored)
      return try PNGStatistics.survey(decoder, file: input, noData: noData, isEnough: isEnough)
    }
    // Exact samples are compared before anything is made of them.
    let isRounded =
      scaling.stretch == .none && scaling.alpha == nil && palette == nil && samples.noData == nil
      && (hasPlainColor
        ? transform == nil && noData == transparent.first.map(Double.init) : noData == nil)
    let rule = SampleRule(
      range: scaling.range, alpha: scaling.alpha, noData: noData,
      transform: palette == nil ? transform : nil, palette: palette)
    return (scaling, isRounded ? nil : rule)
  }

  package func statement(_ samples: SampleOptions) -> BandStatement { stated }

  package var hasByteColors: Bool { stored.bitDepth < 16 }

  package var remainingTransform: ColorTransform? { rule == nil ? colors.transform : nil }

  private func details(_ scaling: SampleScaling) -> [RasterDetail] {
    let colors =
      switch stored.colorType {
      case .grey: "grey"
      case .rgb: "RGB"
      case .palette: "palette"
      case .greyAlpha: "grey, alpha"
      case .rgba: "RGB, alpha"
      }
    let bands = "\(stored.colorType.channels) × \(stored.bitDepth)-bit, \(colors)"
    return [
      RasterDetail("format", "PNG"),
      RasterDetail("bands", bands + (stored.isInterlaced ? ", interlaced" : "")),
    ] + (stored.bitDepth == 16 ? [scaling.detail(of: layout)] : []) + self.colors.details
  }

  package func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let input = try unchangedFile()
    if PNGRowStream.supports(stored) {
      return (try PNGStreamedRows(file: input, header: stored), 0)
    }
    let decoder = try Self.decoder(input, limits: limits, mode: rule == nil ? [] : .asStored)
    let rows = PNGRows(
      file: input, decoder: decoder,
      converter: rule.map { PNG16BitConverter(header: stored, rule: $0) })
    guard stored.isInterlaced else { return (rows, 0) }
    let raster = try rows.deinterlaced(scratch: scratch, isCancelled: isCancelled)
    return (WindowRows(raster, path: path), 0)
  }

  private func unchangedFile() throws(RasterError) -> InputFile {
    let input = try InputFile(file)
    guard try input.leadingBytes(Self.startLength) == start else { throw .changed(path: path) }
    return input
  }

  private static func decoder(
    _ file: InputFile, limits: DecodingLimits, mode: PNGRowDecoder.Mode = []
  ) throws(RasterError) -> PNGRowDecoder {
    let path = file.path
    let head = try file.leadingBytes(ForeignFormat.xcodePNGLength)
    if ForeignFormat(leadingBytes: head) == .xcodePNG {
      throw .formatNotRead(path: path, format: .xcodePNG)
    }
    let start = Array(head.prefix(PNGDecoder.signature.count))
    if start != PNGDecoder.signature {
      throw !start.isEmpty && PNGDecoder.signature.starts(with: start)
        ? .truncated(path: path) : .notAnImage(path: path)
    }
    do {
      return try PNGRowDecoder(
        mode: mode,
        check: { header in
          let size = PixelSize(width: header.width, height: header.height)
          let violation = limits.violation(
            width: header.width, height: header.height, bytesPerPixel: workingBytesPerColumn,
            isStreamed: true)
          if let violation {
            throw RasterError.tooLarge(path: path, size: size, limit: violation)
          }
          if !header.isPlausible(forFileOf: file.byteCount) {
            throw RasterError.oversizedHeader(path: path, size: size, fileBytes: file.byteCount)
          }
        },
        pull: { file.read(into: $0, count: $1) })
    } catch let error as RasterError {
      throw error
    } catch let fault as PNGRowDecoder.Fault {
      throw RasterError(fault, in: file)
    } catch {
      throw .corrupt(path: path, detail: "\(error)")
    }
  }
}
