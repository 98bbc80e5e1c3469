public import TileImaging

/// A PNG file of any size, read row by row.
///
/// Samples are used as stored and taken as sRGB: gAMA, iCCP and sRGB are ignored. 16-bit samples are
/// rounded to the nearest of 8 bits, and the colour of fully transparent pixels becomes 0.
public struct PNGSource: RasterSource {
  /// The bytes that reading holds for each sample of a row: libpng, or libpng and the stream of rows
  /// together, keep rows of up to 24 bytes a sample, the caller one of four.
  private static let workingBytesPerColumn = 28

  /// The path of the file.
  public let path: String
  /// What the file says of its samples.
  public let header: PNGHeader
  private let limits: DecodingLimits

  /// Reads the header of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limits: What is refused before memory is allocated for it.
  /// - Throws: ``RasterError``, ``RasterError/lyingHeader(path:size:fileBytes:)`` when so large an
  ///   image cannot come out of a file of this size.
  public init(path: String, limits: DecodingLimits = .source) throws(RasterError) {
    self.path = path
    self.limits = limits
    header = try Self.openDecoder(path: path, limits: limits).decoder.header
  }

  /// The size of the image.
  public var size: PixelSize { PixelSize(width: header.width, height: header.height) }

  /// Whether the colour type has no alpha and no colour is declared transparent.
  public var isOpaque: Bool { header.isOpaque }

  /// False for an interlaced file.
  public var storesRowsInOrder: Bool { !header.isInterlaced }

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
    ]
  }

  /// Opens a reader of the rows.
  ///
  /// An interlaced file is decoded into a scratch file first, of `ScratchRaster.bytesNeeded(for:)`
  /// bytes.
  ///
  /// - Throws: ``RasterError``.
  public func makeRowReader(scratch: ScratchDirectory) throws -> any RasterRowReader {
    try makeRowReader(scratch: scratch) { false }
  }

  /// Opens a reader of the rows; decoding an interlaced file can be cancelled.
  ///
  /// - Throws: ``RasterError`` or `CancellationError`.
  public func makeRowReader(
    scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any RasterRowReader {
    let (file, decoder) = try reopened()
    if PNGRowStream.supports(header) { return try PNGStreamedRows(file: file, header: header) }
    let rows = PNGRows(file: file, decoder: decoder)
    return header.isInterlaced
      ? try InterlacedPNGReader(rows, scratch: scratch, isCancelled: isCancelled) : rows
  }

  /// Opens a reader that goes on from a noted place.
  ///
  /// - Throws: ``RasterError``.
  public func makeRowReader(
    scratch: ScratchDirectory, from access: RowAccess
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    guard PNGRowStream.supports(header) else { return (try makeRowReader(scratch: scratch), 0) }
    let rows = try PNGStreamedRows(
      file: try reopened().file, header: header,
      from: PNGRowAccess(row: access.row, bytes: access.bytes))
    return (rows, access.row)
  }

  private func reopened() throws(RasterError) -> (file: InputFile, decoder: PNGRowDecoder) {
    let opened = try Self.openDecoder(path: path, limits: limits)
    if opened.decoder.header != header {
      throw .corrupt(path: path, detail: "another image than when it was first opened")
    }
    return opened
  }

  private static func openDecoder(
    path: String, limits: DecodingLimits
  ) throws(RasterError) -> (file: InputFile, decoder: PNGRowDecoder) {
    let file = try InputFile(path: path)
    let start = try file.leadingBytes(PNGDecoder.signature.count)
    if start != PNGDecoder.signature {
      throw !start.isEmpty && PNGDecoder.signature.starts(with: start)
        ? .truncated(path: path) : .notAnImage(path: path)
    }
    do {
      let decoder = try PNGRowDecoder(
        check: { header in
          let size = PixelSize(width: header.width, height: header.height)
          let violation = limits.violation(
            width: header.width, height: header.height, bytesPerPixel: workingBytesPerColumn,
            isStreamed: true)
          if let violation {
            throw RasterError.tooLarge(path: path, size: size, limit: violation)
          }
          if !header.isPlausible(forFileOf: file.byteCount) {
            throw RasterError.lyingHeader(path: path, size: size, fileBytes: file.byteCount)
          }
        },
        pull: { file.read(into: $0, count: $1) })
      return (file, decoder)
    } catch let error as RasterError {
      throw error
    } catch let fault as PNGRowDecoder.Fault {
      throw RasterError(fault, in: file)
    } catch {
      throw .corrupt(path: path, detail: "\(error)")
    }
  }
}
