import CPNGShim
import Platform

/// Writes a PNG file of any size row by row.
///
/// A file that is not finished is removed when the writer goes.
public final class PNGFileWriter {
  private let sink: FileSink
  private let handle: OpaquePointer
  private let height: Int
  private let passes: Int
  private var rowsWritten = 0
  private var isFinished = false

  /// The bytes of one row as stored: packed, 16-bit samples big-endian.
  public let rowBytes: Int

  /// Creates the file, replacing one that exists, and writes everything before the samples.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - width: Columns, 1 to 2^31 - 1.
  ///   - height: Rows, 1 to 2^31 - 1.
  ///   - layout: The form of the samples.
  ///   - compression: The effort of compression.
  /// - Throws: ``ImageCodecError/unsupportedLayout(detail:)`` when no PNG has this form, and
  ///   ``ImageCodecError/cannotWrite(path:code:)``.
  public init(
    path: String, width: Int, height: Int, layout: PNGLayout = .rgba8,
    compression: PNGCompression = .standard
  ) throws(ImageCodecError) {
    let sides = 1...0x7fff_ffff
    guard sides.contains(width), sides.contains(height) else {
      throw .unsupportedLayout(detail: "\(width) × \(height) samples")
    }
    if let fault = layout.fault { throw .unsupportedLayout(detail: fault) }
    let sink = try FileSink(path: path)
    let callback: tp_png_push = { context, bytes, count in
      guard let context, let bytes else { return 0 }
      let sink = Unmanaged<FileSink>.fromOpaque(context).takeUnretainedValue()
      return sink.append(bytes, count: count) ? 1 : 0
    }
    let context = Unmanaged.passUnretained(sink).toOpaque()
    guard let handle = tp_png_writer_create(callback, context) else { throw .compressorFailed }
    var raw = tp_png_layout()
    raw.width = UInt32(width)
    raw.height = UInt32(height)
    raw.bit_depth = UInt8(layout.bitDepth)
    raw.color_type = layout.colorType.rawValue
    raw.is_interlaced = layout.isInterlaced ? 1 : 0
    raw.has_key = layout.transparentColor.isEmpty ? 0 : 1
    let key = layout.transparentColor + [0, 0, 0]
    raw.key = (key[0], key[1], key[2])
    raw.gamma = layout.gamma ?? 0
    raw.level = Int32(compression.level)
    raw.use_filters = compression.usesFilters ? 1 : 0
    var rowBytes = 0
    var passes: Int32 = 1
    let status = layout.palette.withUnsafeBufferPointer { palette in
      raw.palette = palette.isEmpty ? nil : palette.baseAddress
      raw.palette_count = UInt32(palette.count / 4)
      return tp_png_writer_start(handle, &raw, &rowBytes, &passes)
    }
    self.sink = sink
    self.handle = handle
    self.height = height
    self.passes = Int(passes)
    self.rowBytes = rowBytes
    try check(status)
  }

  deinit {
    tp_png_writer_destroy(handle)
    if !isFinished, sink.isRegularFile { unlink(sink.path) }
  }

  /// Writes the next row.
  ///
  /// An interlaced file takes all its rows seven times over, from the top each time.
  ///
  /// - Parameter row: ``rowBytes`` bytes.
  /// - Throws: ``ImageCodecError/cannotWrite(path:code:)``, or
  ///   ``ImageCodecError/wrongRowCount(found:expected:)`` when all rows have been written.
  public func writeRow(_ row: UnsafePointer<UInt8>) throws(ImageCodecError) {
    if rowsWritten == height * passes {
      throw .wrongRowCount(found: rowsWritten + 1, expected: height * passes)
    }
    try check(withExtendedLifetime(sink) { tp_png_writer_row(handle, row) })
    rowsWritten += 1
  }

  /// Writes all rows, asking for each as often as the layout needs it.
  ///
  /// - Parameter row: Fills the ``rowBytes`` bytes of the row of that number.
  /// - Throws: The errors of ``writeRow(_:)``.
  public func writeRows(
    _ row: (_ y: Int, _ bytes: UnsafeMutablePointer<UInt8>) -> Void
  ) throws(ImageCodecError) {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: rowBytes)
    bytes.initialize(repeating: 0, count: rowBytes)
    defer { bytes.deallocate() }
    for _ in 0..<passes {
      for y in 0..<height {
        row(y, bytes)
        try writeRow(bytes)
      }
    }
  }

  /// Writes the chunks behind the samples and closes the file.
  ///
  /// - Throws: ``ImageCodecError/wrongRowCount(found:expected:)`` when rows are missing, and
  ///   ``ImageCodecError/cannotWrite(path:code:)``.
  public func finish() throws(ImageCodecError) {
    if rowsWritten != height * passes {
      throw .wrongRowCount(found: rowsWritten, expected: height * passes)
    }
    try check(withExtendedLifetime(sink) { tp_png_writer_finish(handle) })
    try sink.finish()
    isFinished = true
  }

  /// Writes a whole image as RGBA8.
  ///
  /// - Throws: The errors of ``init(path:width:height:layout:compression:)`` and ``finish()``.
  public static func write(
    _ image: RGBAImage, to path: String, compression: PNGCompression = .standard
  ) throws(ImageCodecError) {
    let writer = try PNGFileWriter(
      path: path, width: image.width, height: image.height, compression: compression)
    let rowBytes = writer.rowBytes
    try writer.writeRows { y, bytes in
      image.samples.withUnsafeBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        bytes.update(from: base + y * rowBytes, count: rowBytes)
      }
    }
    try writer.finish()
  }

  private func check(_ status: tp_png_status) throws(ImageCodecError) {
    switch status {
    case TP_PNG_OK: return
    case TP_PNG_STREAM_ENDED: throw .cannotWrite(path: sink.path, code: sink.failure)
    default:
      throw .unsupportedLayout(detail: String(cString: tp_png_writer_message(handle)))
    }
  }
}
