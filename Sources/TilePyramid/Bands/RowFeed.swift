import Georeferencing
import RasterSources

/// Decodes the rows of a raster a strip at a time, ahead of the threads that use them.
///
/// One thread at a time decodes; others can prepare parts of the raster for it. No strip is offered that
/// needs a part which another thread is at. ``perform(_:)`` is called without a lock, everything else,
/// and what changes ``strips``, under one.
final class RowFeed {
  /// The rows that are decoded and still in use.
  let strips: RowStrips
  /// The rows of the raster, or those up to the last that is needed.
  let height: Int
  /// Whether all rows are read, after which the file is known to be whole.
  private let isWhole: Bool
  /// The rows of the raster before this one are decoded.
  private(set) var decoded: Int
  /// Whether the file is known to be whole.
  private(set) var isConfirmed = false
  private var isDecoding = false
  private let reader: any RasterRowReader
  private let ahead: (any RowsAhead)?
  private let partLimit: Int

  init(
    _ reader: any RasterRowReader, firstRow: Int, end: Int? = nil, size: PixelSize,
    partLimit: Int
  ) {
    self.reader = reader
    self.partLimit = partLimit
    ahead = partLimit > 0 ? reader.ahead : nil
    height = end.map { min(max($0, firstRow), size.height) } ?? size.height
    isWhole = height == size.height
    decoded = firstRow
    strips = RowStrips(width: size.width)
  }

  /// Whether ``take()`` returns a piece.
  var hasPiece: Bool {
    guard !isDecoding, !isConfirmed else { return false }
    return decoded == height || (strips.hasRoom && ahead?.awaitsPart(rows: end - decoded) != true)
  }

  /// The row behind the next strip.
  private var end: Int { min((decoded / strips.rowCount + 1) * strips.rowCount, height) }

  /// Whether a part can be prepared.
  var hasPieceAhead: Bool { !isConfirmed && ahead?.hasPart(limit: partLimit) == true }

  /// A part to prepare, or `nil`.
  func takeAhead() -> WorkPiece? {
    !isConfirmed && ahead?.takePart(limit: partLimit) == true ? .readAhead : nil
  }

  /// The next piece: a strip, or the confirmation after the last.
  func take() -> WorkPiece? {
    guard hasPiece else { return nil }
    isDecoding = true
    if decoded == height { return .confirm }
    defer { strips.take(decoded) }
    return .decode(end: end)
  }

  /// Does a piece that ``take()`` returned.
  func perform(_ piece: WorkPiece) throws {
    if case .readAhead = piece { return ahead?.preparePart() ?? () }
    guard case .decode(let end) = piece else {
      if isWhole { try reader.finish() }
      return
    }
    for row in decoded..<end {
      try UnsafeMutableRawPointer(strips[row]).withMemoryRebound(
        to: UInt8.self, capacity: 4 * strips.width
      ) { try reader.readRow(into: $0) }
    }
  }

  /// Notes that a piece is done.
  func finish(_ piece: WorkPiece) {
    isDecoding = false
    if case .decode(let end) = piece { decoded = end } else { isConfirmed = true }
  }
}
