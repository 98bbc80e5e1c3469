import CJPEGShim
import Georeferencing
package import TileImaging
import TileModel

/// A JPEG file of any size, decoded row by row.
///
/// CMYK and YCCK become RGB by the file's profile or, without one, by a plain formula.
package struct JPEGSource: RasterFile {
  /// Header of the stored image, which is opaque.
  ///
  /// A progressive image takes memory for its coefficients. Reductions by 2, 4 and 8 exist where they are
  /// whole.
  package var header: RasterHeader
  private let file: SourceFile
  private let stored: JPEGHeader
  private let colors: ImageColors
  private let denominator: Int
  private let limits: DecodingLimits

  package var layout: SampleLayout {
    let color: SampleLayout.Color =
      stored.components == 1 ? .grey(isInverted: false) : stored.components == 4 ? .inks : .rgb
    return SampleLayout(
      bitsPerSample: 8, samplesPerPixel: stored.components, format: .unsigned, color: color,
      colorBands: Array(0..<color.bandCount))
  }

  package init(
    _ file: SourceFile, samples: SampleOptions, limits: DecodingLimits
  ) throws(RasterError) {
    let handle = try JPEGHandle(file, limits: limits)
    self.init(
      file, stored: handle.header, denominator: 1, limits: limits,
      colors: ImageColors(handle.profile, handle.header.model, samples.colors))
    if handle.lacksEnd { header.notices.append(.endMissing) }
  }

  private init(
    _ file: SourceFile, stored: JPEGHeader, denominator: Int, limits: DecodingLimits,
    colors: ImageColors
  ) {
    self.file = file
    self.colors = colors
    self.stored = stored
    self.denominator = denominator
    self.limits = limits
    let reduced = PixelSize(
      width: stored.size.width / denominator, height: stored.size.height / denominator)
    var header = RasterHeader(path: file.path, size: reduced, isOpaque: true)
    (header.orientation, header.resolution) = (stored.orientation, stored.resolution)
    (header.cameraPosition, header.isPhotograph) = (stored.cameraPosition, stored.isPhotograph)
    header.details = denominator == 1 ? stored.details + colors.details : []
    header.notices = [colors.notice].compactMap(\.self)
    if stored.isProgressive {
      header.capabilities.rowReadingBytes = stored.coefficientBytes
      header.capabilities.wholeImageBytes = stored.coefficientBytes
    }
    self.header = header
    header.capabilities.reductions = reductions.map {
      RasterReduction(
        size: $0.size, capabilities: $0.capabilities, leastSpan: Self.leastReductionSpan)
    }
    self.header = header
  }

  package var remainingTransform: ColorTransform? {
    stored.model == .inks ? nil : colors.transform
  }

  /// Reductions alias at their finest detail: with 3 pixels for one the PSNR is 46 dB, with 1 it is 29 dB.
  private static let leastReductionSpan = 3.0

  package var reductions: [JPEGSource] {
    guard denominator == 1 else { return [] }
    return [2, 4, 8].filter {
      stored.size.width % $0 == 0 && stored.size.height % $0 == 0
    }.map { JPEGSource(file, stored: stored, denominator: $0, limits: limits, colors: colors) }
  }

  package func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let handle = try JPEGHandle(file, limits: limits)
    guard handle.header == stored else { throw RasterError.changed(path: path) }
    try handle.begin(denominator: denominator, limits: limits, isCancelled: isCancelled)
    return (JPEGRows(handle: handle, size: size, inks: colors.transform), 0)
  }
}

/// Header of a JPEG file.
struct JPEGHeader: Hashable, Sendable {
  let size: PixelSize
  let isProgressive: Bool
  let samples: tp_jpeg_samples.RawValue
  let components: Int
  let coefficientBytes: Int
  let orientation: ImageOrientation
  let resolution: PaperResolution?
  let cameraPosition: GeographicCoordinate?
  let isPhotograph: Bool

  var model: ColorModel {
    switch components {
    case 1: .grey
    case 4: .inks
    default: .rgb
    }
  }

  var details: [RasterDetail] {
    let colors =
      switch components {
      case 1: "1 × 8-bit, grey"
      case 4: "4 × 8-bit, CMYK"
      default: "\(components) × 8-bit, YCbCr or RGB"
      }
    return [
      RasterDetail("format", "JPEG"), RasterDetail("bands", colors),
      RasterDetail("compression", isProgressive ? "JPEG, progressive" : "JPEG"),
    ]
  }
}

/// Cancellation flag that a C function polls.
private final class CancellationCheck: Sendable {
  let ask: @Sendable () -> Bool

  init(_ ask: @escaping @Sendable () -> Bool) { self.ask = ask }
}

/// An open JPEG file; belongs to one task.
final class JPEGHandle {
  private let file: InputFile
  private let pointer: OpaquePointer
  let header: JPEGHeader

  init(_ source: SourceFile, limits: DecodingLimits) throws(RasterError) {
    let file = try InputFile(source)
    let path = file.path
    let start = try file.leadingBytes(RasterFormat.signatureLength)
    guard RasterFormat(leadingBytes: start) == .jpeg else { throw .notAnImage(path: path) }
    guard let pointer = tp_jpeg_reader_open(file.descriptor) else {
      throw .outOfMemory(path: path)
    }
    var isTaken = false
    defer { if !isTaken { tp_jpeg_reader_destroy(pointer) } }
    var raw = tp_jpeg_header()
    let status = tp_jpeg_reader_header(pointer, &raw)
    if status != TP_JPEG_OK {
      throw Self.fault(status, pointer, path: path, size: PixelSize(width: 0, height: 0))
    }
    let size = PixelSize(width: Int(raw.width), height: Int(raw.height))
    let violation = limits.violation(
      width: size.width, height: size.height, bytesPerPixel: 28, isStreamed: true)
    if let violation { throw .tooLarge(path: path, size: size, limit: violation) }
    // Even an empty block of 64 samples takes bits of each component: a header that promises more
    // than 2^13 pixels a byte lies.
    if size.width * size.height / 8192 > file.byteCount {
      throw .oversizedHeader(path: path, size: size, fileBytes: file.byteCount)
    }
    let coefficientBytes = Int(clamping: raw.coefficient_bytes)
    if raw.is_progressive != 0, coefficientBytes > limits.maximumBytes {
      throw .tooLarge(
        path: path, size: size,
        limit: "a progressive image whose coefficients take at most \(limits.maximumBytes) bytes "
          + "(a baseline image has no such limit)")
    }
    var count = 0
    let data = UnsafeBufferPointer(start: tp_jpeg_reader_exif(pointer, &count), count: count)
    let exif = ExifTags(Array(data))
    // The unit of JFIF is 1 for the inch and 2 for the centimetre.
    let density = PaperResolution(
      Double(raw.x_density), Double(raw.y_density), tiffUnit: Int(raw.density_unit) + 1)
    header = JPEGHeader(
      size: size, isProgressive: raw.is_progressive != 0, samples: raw.samples.rawValue,
      components: Int(raw.components), coefficientBytes: coefficientBytes,
      orientation: exif.orientation, resolution: density ?? exif.resolution,
      cameraPosition: exif.position, isPhotograph: exif.isPhotograph)
    self.file = file
    self.pointer = pointer
    isTaken = true
  }

  deinit { tp_jpeg_reader_destroy(pointer) }

  var path: String { file.path }
  var profile: ColorProfile? { EmbeddedProfile.jpeg(file) }

  var lacksEnd: Bool {
    if file.bytes(at: file.byteCount - 2, count: 2) == [0xFF, 0xD9] { return false }
    var offset = 2
    while true {
      let bytes = file.bytes(at: offset, count: 1 << 18)
      guard bytes.count >= 4 else { return !bytes.starts(with: [0xFF, 0xD9]) }
      var index = 0
      while index + 4 <= bytes.count {
        switch (bytes[index], bytes[index + 1]) {
        case (0xFF, 0xD9): return false
        case (0xFF, 0x00...0x01), (0xFF, 0xD0...0xD8): index += 2
        case (0xFF, 0x02..<0xFF):
          index += 2 + max(2, Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
        default: index += 1
        }
      }
      offset += index
    }
  }

  func begin(
    denominator: Int, limits: DecodingLimits, isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    let question = CancellationCheck(isCancelled)
    let status = withExtendedLifetime(question) {
      // Rows in flight come on top of the coefficients.
      tp_jpeg_reader_begin(
        pointer, UInt32(denominator), limits.maximumBytes + 64 << 20,
        { context in
          guard let context else { return 0 }
          return Unmanaged<CancellationCheck>.fromOpaque(context).takeUnretainedValue().ask()
            ? 1 : 0
        }, Unmanaged.passUnretained(question).toOpaque())
    }
    if status == TP_JPEG_STOPPED { throw CancellationError() }
    try check(status)
  }

  func readRow(
    into row: UnsafeMutablePointer<UInt8>, width: Int, inks: ColorTransform?
  ) throws(RasterError) {
    try check(tp_jpeg_reader_row(pointer, row))
    guard header.samples != TP_JPEG_RGBA.rawValue else { return }
    if let inks {
      for index in 0..<4 * width { row[index] = ~row[index] }
      inks.convert(row, count: width)
    } else {
      JPEGInks.convert(row, count: width)
    }
  }

  func finish() throws(RasterError) { try check(tp_jpeg_reader_finish(pointer)) }

  private func check(_ status: tp_jpeg_status) throws(RasterError) {
    if status != TP_JPEG_OK {
      throw Self.fault(status, pointer, path: path, size: header.size)
    }
  }

  private static func fault(
    _ status: tp_jpeg_status, _ pointer: OpaquePointer, path: String, size: PixelSize
  ) -> RasterError {
    let code = tp_jpeg_reader_read_failure(pointer)
    if code != 0 { return .cannotRead(path: path, code: code) }
    let message = String(cString: tp_jpeg_reader_message(pointer))
    switch status {
    case TP_JPEG_TRUNCATED: return .truncated(path: path)
    case TP_JPEG_UNSUPPORTED: return .samplesNotSupported(path: path, found: message)
    case TP_JPEG_TOO_LARGE: return .tooLarge(path: path, size: size, limit: message)
    default: return .corrupt(path: path, detail: message)
    }
  }
}

/// Rows of a JPEG in stored order.
private final class JPEGRows: RasterRowReader {
  private let handle: JPEGHandle
  private let size: PixelSize
  private let inks: ColorTransform?
  private var rowsRead = 0

  init(handle: JPEGHandle, size: PixelSize, inks: ColorTransform?) {
    self.handle = handle
    self.size = size
    self.inks = inks
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if rowsRead == size.height {
      throw RasterError.noMoreRows(path: handle.path, rows: size.height)
    }
    try handle.readRow(into: row, width: size.width, inks: inks)
    rowsRead += 1
  }

  func finish() throws { try handle.finish() }
}
