import RasterSources

/// Decodes the rows of a raster a strip at a time, ahead of the threads that use them.
///
/// One thread at a time decodes. ``perform(_:note:)`` is called without a lock, everything else, and what
/// changes ``strips``, under one.
final class RowFeed {
  /// The rows that are decoded and still in use.
  let strips: RowStrips
  /// The rows of the raster.
  let height: Int
  /// The rows of the raster before this one are decoded.
  private(set) var decoded: Int
  /// Whether the file is known to be whole.
  private(set) var isConfirmed = false
  private var isDecoding = false
  private let reader: any RasterRowReader

  /// - Parameters:
  ///   - reader: The rows of the raster.
  ///   - firstRow: The row that it delivers first.
  ///   - size: The size of the raster.
  init(_ reader: any RasterRowReader, firstRow: Int, size: PixelSize) {
    self.reader = reader
    height = size.height
    decoded = firstRow
    strips = RowStrips(width: size.width)
  }

  /// Whether ``take()`` returns a piece.
  var hasPiece: Bool { !isDecoding && !isConfirmed && (decoded == height || strips.hasRoom) }

  /// The next piece: a strip, or the confirmation after the last.
  func take() -> WorkPiece? {
    guard hasPiece else { return nil }
    isDecoding = true
    if decoded == height { return .confirm }
    strips.take(decoded)
    return .decode(end: min((decoded / strips.rowCount + 1) * strips.rowCount, height))
  }

  /// Does a piece that ``take()`` returned.
  ///
  /// - Parameters:
  ///   - piece: The piece.
  ///   - note: Called before each row, and after the last, with the row that comes next.
  /// - Throws: What the reader throws.
  func perform(_ piece: WorkPiece, note: (Int) -> Void = { _ in }) throws {
    guard case .decode(let end) = piece else { return try reader.finish() }
    for row in decoded..<end {
      note(row)
      try UnsafeMutableRawPointer(strips[row]).withMemoryRebound(
        to: UInt8.self, capacity: 4 * strips.width
      ) { try reader.readRow(into: $0) }
    }
    note(end)
  }

  /// Notes that a piece is done.
  func finish(_ piece: WorkPiece) {
    isDecoding = false
    if case .decode(let end) = piece { decoded = end } else { isConfirmed = true }
  }

  /// A position in the image from which a row can be read, or `nil`.
  func access(forRow row: Int) -> RowAccess? { reader.access(forRow: row) }
}
