import Georeferencing
import RasterSources

/// Decodes the rows of a raster a strip at a time, ahead of the threads that use them.
///
/// One thread at a time decodes. ``perform(_:)`` is called without a lock, everything else, and
/// changes of ``strips``, under one.
final class RowFeed {
  let strips: RowStrips
  /// Rows of the raster, or those up to the last one needed.
  let height: Int
  /// True when all rows are read, which proves the file whole.
  private let isWhole: Bool
  private(set) var decoded: Int
  private(set) var isConfirmed = false
  private var isDecoding = false
  private let reader: any RasterRowReader

  init(_ reader: any RasterRowReader, firstRow: Int, end: Int? = nil, size: PixelSize) {
    self.reader = reader
    height = end.map { min(max($0, firstRow), size.height) } ?? size.height
    isWhole = height == size.height
    decoded = firstRow
    strips = RowStrips(width: size.width)
  }

  var hasPiece: Bool {
    !isDecoding && !isConfirmed && (decoded == height || strips.hasRoom)
  }

  private var end: Int { min((decoded / strips.rowCount + 1) * strips.rowCount, height) }

  func take() -> WorkPiece? {
    guard hasPiece else { return nil }
    isDecoding = true
    if decoded == height { return .confirm }
    defer { strips.take(decoded) }
    return .decode(end: end)
  }

  func perform(_ piece: WorkPiece) throws {
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

  func finish(_ piece: WorkPiece) {
    isDecoding = false
    if case .decode(let end) = piece { decoded = end } else { isConfirmed = true }
  }
}
