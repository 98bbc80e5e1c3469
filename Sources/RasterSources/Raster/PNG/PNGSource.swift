public import TileImaging
import TileModel

/// A PNG file of any size, read row by row.
///
/// Colours that cICP, iCCP, or gAMA and cHRM state are converted to sRGB. 16-bit samples are rounded to the nearest
/// of 8 bits, unless they use so little of their range that they are stretched, and the colour of fully
/// transparent pixels becomes 0.
public struct PNGSource: RasterSource {
  /// The bytes that reading holds for each sample of a row: libpng, or libpng and the stream of rows
  /// together, keep rows of up to 24 bytes a sample, the caller one of four.
  private static let workingBytesPerColumn = 28

  /// With how many times the bytes of its file an image is so easy to inflate that threads have better
  /// to do.
  private static let greatestRatio = 5
  /// With how many parts reading ahead is worth while.
  private static let leastParts = 4

  /// The path of the file.
  public var path: String { file.path }
  /// What the file says of its samples.
  public let header: PNGHeader
  private let file: SourceFile
  /// The signature and the chunk IHDR, by which another image that was written to the file is noticed.
  private let start: [UInt8]
  private static let startLength = 33
  private let limits: DecodingLimits
  private let colors: ImageColors
  private let scaling: SampleScaling
  /// What is done with 16-bit samples; `nil` where they are rounded and no more.
  private let rule: SampleRule?
  /// The compressed bytes of a part that is inflated ahead of the thread that reads.
  package var partSize = PNGRowStream.partSize

  /// Reads the header of a file, and some of its samples where these have 16 bits; colours are as they
  /// are stored.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - samples: How its samples become 8 bits.
  ///   - limits: What is refused before memory is allocated for it.
  /// - Throws: ``RasterError``, ``RasterError/oversizedHeader(path:size:fileBytes:)`` when so large an
  ///   image cannot come out of a file of this size.
  public init(
    path: String, samples: SampleOptions = SampleOptions(), limits: DecodingLimits = .source
  ) throws(RasterError) {
    var samples = samples
    samples.colors = .keep
    try self.init(SourceFile(path: path), samples: samples, limits: limits)
  }

  /// Reads the header of an open file, and some of its samples where these have 16 bits.
  ///
  /// - Throws: As ``init(path:samples:limits:)``.
  init(
    _ file: SourceFile, samples: SampleOptions, limits: DecodingLimits
  ) throws(RasterError) {
    self.file = file
    self.limits = limits
    let input = try InputFile(file)
    start = try input.leadingBytes(Self.startLength)
    header = try Self.decoder(input, limits: limits).header
    let chunks = PNGChunks(input)
    colors = ImageColors(
      EmbeddedProfile.png(chunks), header.colorType.isGrey ? .grey : .rgb, samples.colors)
    guard header.bitDepth == 16 else {
      scaling = SampleScaling(stretch: .none, range: SampleRange(low: 0, high: 255))
      rule = nil
      return
    }
    let layout = PNG16BitConverter.layout(header)
    let transparent = chunks.transparentSamples
    let noData = samples.noData ?? transparent.first.map(Double.init)
    // A value that stands for nothing is one for all bands.
    let hasPlainColor = transparent.allSatisfy { $0 == transparent.first }
    if !hasPlainColor, let stretch = samples.stretch, stretch != .none {
      throw .optionWithoutEffect(
        path: file.path, option: "`stretch`",
        reason: "the file makes a colour transparent by its exact samples")
    }
    scaling = try SampleScaling(
      layout, asked: hasPlainColor ? samples.stretch : SampleStretch.none,
      statedLargest: chunks.largestSample
    ) { isEnough throws(RasterError) in
      let input = try InputFile(file)
      let decoder = try Self.decoder(input, limits: limits, mode: .asStored)
      return try PNGStatistics.survey(decoder, file: input, noData: noData, isEnough: isEnough)
    }
    let isRounded =
      scaling.stretch == .none && scaling.alpha == nil && samples.noData == nil
      && colors.transform == nil
    rule =
      isRounded
      ? nil
      : SampleRule(
        range: scaling.range, alpha: scaling.alpha, noData: noData, transform: colors.transform)
  }

  /// What its rows are still to be converted by.
  var remainingTransform: ColorTransform? { header.bitDepth < 16 ? colors.transform : nil }

  /// What was found of its samples of 16 bits.
  public var colorSurvey: ColorSurvey? { scaling.survey }

  /// The size of the image.
  public var size: PixelSize { PixelSize(width: header.width, height: header.height) }

  /// Whether the colour type has no alpha and no colour is declared transparent.
  public var isOpaque: Bool { header.isOpaque && rule?.noData == nil }

  /// The rows of an interlaced file are not in order.
  public var capabilities: RasterCapabilities {
    var capabilities = RasterCapabilities()
    capabilities.storesRowsInOrder = !header.isInterlaced
    capabilities.partBytes = hasParts ? PNGRowStream.partBytes(size: partSize) : 0
    return capabilities
  }

  /// Whether inflating takes so much of the time of reading that parts of the file are inflated ahead.
  private var hasParts: Bool {
    let rowBytes = (header.width * header.colorType.channels * header.bitDepth + 7) / 8
    let fileBytes = file.byteCount
    return PNGRowStream.supports(header) && fileBytes / Self.leastParts >= partSize
      && header.height * rowBytes / fileBytes < Self.greatestRatio
  }

  /// Its bands, and whether it is interlaced.
  public var details: [RasterDetail] {
    let colors =
      switch header.colorType {
      case .grey: "grey"
      case .rgb: "RGB"
      case .palette: "palette"
      case .greyAlpha: "grey, alpha"
      case .rgba: "RGB, alpha"
      }
    let bands = "\(header.colorType.channels) × \(header.bitDepth)-bit, \(colors)"
    return [
      RasterDetail("format", "PNG"),
      RasterDetail("bands", bands + (header.isInterlaced ? ", interlaced" : "")),
    ] + (header.bitDepth == 16 ? [scaling.detail(of: PNG16BitConverter.layout(header))] : [])
      + self.colors.details
  }

  /// What a person who draws it should know of its colours.
  public var notices: [RasterNotice] {
    scaling.notices(of: PNG16BitConverter.layout(header), noData: rule?.noData)
      + [colors.notice].compactMap(\.self)
  }

  /// Opens a reader of the rows; decoding an interlaced file can be cancelled.
  ///
  /// - Throws: ``RasterError`` or `CancellationError`.
  public func makeRowReader(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any RasterRowReader {
    let input = try unchangedFile()
    if PNGRowStream.supports(header) { return try streamedRows(input) }
    let decoder = try Self.decoder(input, limits: limits, mode: rule == nil ? [] : .asStored)
    let rows = PNGRows(
      file: input, decoder: decoder,
      converter: rule.map { PNG16BitConverter(header: header, rule: $0) })
    return header.isInterlaced
      ? try InterlacedPNGReader(rows, scratch: scratch, isCancelled: isCancelled) : rows
  }

  /// Opens a reader that resumes from a recorded position.
  ///
  /// - Throws: ``RasterError``.
  public func makeRowReader(
    scratch: ScratchDirectory, from access: RowAccess
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    guard PNGRowStream.supports(header) else { return (try makeRowReader(scratch: scratch), 0) }
    let rows = try streamedRows(
      unchangedFile(), from: PNGRowAccess(row: access.row, bytes: access.bytes))
    return (rows, access.row)
  }

  private func streamedRows(
    _ input: InputFile, from access: PNGRowAccess? = nil
  ) throws(RasterError) -> PNGStreamedRows {
    try PNGStreamedRows(
      file: input, header: header, from: access, partSize: hasParts ? partSize : nil)
  }

  private func unchangedFile() throws(RasterError) -> InputFile {
    let input = try InputFile(file)
    guard try input.leadingBytes(Self.startLength) == start else { throw .changed(path: path) }
    return input
  }

  /// A decoder that has read and checked the header.
  private static func decoder(
    _ file: InputFile, limits: DecodingLimits, mode: PNGRowDecoder.Mode = []
  ) throws(RasterError) -> PNGRowDecoder {
    let path = file.path
    let start = try file.leadingBytes(PNGDecoder.signature.count)
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
