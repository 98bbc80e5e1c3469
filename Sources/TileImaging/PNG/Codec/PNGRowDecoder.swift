import CPNGShim

/// A PNG being read from front to back, one row a call.
///
/// Rows are straight RGBA8 unless the mode says otherwise: palette, grey and colour keys expanded, 16
/// bits rounded to 8, alpha 255 where there is none. gAMA, iCCP, sRGB and all text are ignored: samples
/// are used as stored and taken as sRGB.
package final class PNGRowDecoder {
  /// How rows are delivered.
  package struct Mode: OptionSet {
    /// The flags of the C interface.
    package let rawValue: Int32
    /// Creates a mode from the flags of the C interface.
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// Packed bits, palette indexes and 16-bit samples stay as they are in the file.
    package static let asStored = Mode(rawValue: Int32(TP_PNG_AS_STORED))
    /// The passes of an interlaced image are merged into whole rows, which the caller keeps.
    package static let deinterlaced = Mode(rawValue: Int32(TP_PNG_DEINTERLACE))
  }

  /// Why reading failed.
  package enum Fault: Error, Hashable {
    /// The input delivered less than the file needs.
    case ended
    /// The file breaks the rule that the text names.
    case corrupt(String)
    /// No memory for the decoder.
    case outOfMemory
  }

  /// Delivers up to `count` bytes and returns how many; fewer than asked for ends the input.
  package typealias Pull = (_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int

  private final class Input {
    let pull: Pull
    init(_ pull: @escaping Pull) { self.pull = pull }
  }

  private let handle: OpaquePointer
  /// Kept alive here because the C side holds it unretained.
  private let input: Input

  /// What the file says of itself.
  package let header: PNGHeader
  /// The bytes that a row's memory must have.
  package let rowBytes: Int
  /// How often every row must be read into the same memory: 7 for an interlaced image in mode
  /// ``Mode/deinterlaced``, else 1.
  package let passes: Int

  /// Reads all that precedes the samples.
  ///
  /// - Parameters:
  ///   - mode: How rows are delivered.
  ///   - check: Judges the header before memory for rows is allocated; what it throws passes through.
  ///   - pull: The source of bytes.
  /// - Throws: ``Fault``, or what `check` throws.
  package init(
    mode: Mode = [], check: (PNGHeader) throws -> Void = { _ in }, pull: @escaping Pull
  ) throws {
    let input = Input(pull)
    let context = Unmanaged.passUnretained(input).toOpaque()
    let callback: tp_png_pull = { context, bytes, count in
      guard let context, let bytes else { return 0 }
      return Unmanaged<Input>.fromOpaque(context).takeUnretainedValue().pull(bytes, count)
    }
    guard let handle = tp_png_reader_create(callback, context, mode.rawValue) else {
      throw Fault.outOfMemory
    }
    do {
      var raw = tp_png_header()
      try Self.check(tp_png_reader_header(handle, &raw), handle)
      guard let colorType = PNGHeader.ColorType(rawValue: raw.color_type) else {
        throw Fault.corrupt("color type \(raw.color_type)")
      }
      header = PNGHeader(
        width: Int(raw.width), height: Int(raw.height), colorType: colorType,
        bitDepth: Int(raw.bit_depth), isInterlaced: raw.is_interlaced != 0,
        hasTransparencyChunk: raw.has_transparency != 0)
      try check(header)
      var rowBytes = 0
      var passes: Int32 = 1
      try Self.check(tp_png_reader_start(handle, &rowBytes, &passes), handle)
      self.rowBytes = rowBytes
      self.passes = Int(passes)
    } catch {
      tp_png_reader_destroy(handle)
      throw error
    }
    self.handle = handle
    self.input = input
  }

  deinit { tp_png_reader_destroy(handle) }

  /// Reads the next row, or the next row of an interlaced image's pass, which fills only the front.
  ///
  /// - Parameter row: ``rowBytes`` bytes, also where a pass needs fewer.
  /// - Throws: ``Fault``.
  @inline(__always)
  package func readRow(into row: UnsafeMutablePointer<UInt8>) throws(Fault) {
    let status = withExtendedLifetime(input) { tp_png_reader_row(handle, row) }
    if status != TP_PNG_OK { try Self.check(status, handle) }
  }

  /// Reads what follows the samples.
  package func finish() throws(Fault) {
    try Self.check(withExtendedLifetime(input) { tp_png_reader_finish(handle) }, handle)
  }

  private static func check(_ status: tp_png_status, _ handle: OpaquePointer) throws(Fault) {
    switch status {
    case TP_PNG_OK: return
    case TP_PNG_STREAM_ENDED: throw .ended
    default: throw .corrupt(String(cString: tp_png_reader_message(handle)))
    }
  }
}
