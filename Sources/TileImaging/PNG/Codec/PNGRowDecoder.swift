import CPNGShim

/// A streaming PNG decoder that delivers one row a call.
///
/// Rows are straight RGBA8 unless the mode says otherwise. Palette, grey and colour keys are
/// expanded, 16 bits rounded to 8; alpha defaults to 255. gAMA, iCCP, sRGB and text are ignored:
/// samples are used as stored and taken as sRGB.
package final class PNGRowDecoder {
  /// The form of the delivered rows.
  package struct Mode: OptionSet {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// Packed bits, palette indexes and 16-bit samples stay as stored.
    package static let asStored = Mode(rawValue: Int32(TP_PNG_AS_STORED))
    package static let deinterlaced = Mode(rawValue: Int32(TP_PNG_DEINTERLACE))
  }

  /// A reason that reading failed.
  package enum Fault: Error, Hashable {
    case ended
    case corrupt(String)
    case outOfMemory
  }

  /// Delivers up to `count` bytes and returns their number; fewer than `count` end the input.
  package typealias Pull = (_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int

  private final class Input {
    let pull: Pull
    init(_ pull: @escaping Pull) { self.pull = pull }
  }

  private let handle: OpaquePointer
  /// Kept alive here because the C side holds it unretained.
  private let input: Input
  package let header: PNGHeader
  package let rowBytes: Int
  /// Number of times that every row is read into the same memory: 7 for an interlaced image in mode
  /// ``Mode/deinterlaced``, else 1.
  package let passes: Int

  /// Reads everything before the samples.
  ///
  /// `check` judges the header before memory for rows is allocated; its errors pass through.
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

  @inline(__always)
  package func readRow(into row: UnsafeMutablePointer<UInt8>) throws(Fault) {
    let status = withExtendedLifetime(input) { tp_png_reader_row(handle, row) }
    if status != TP_PNG_OK { try Self.check(status, handle) }
  }

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
