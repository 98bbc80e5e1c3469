import TileImaging
import TileModel

/// Rows of a PNG of at most 8 bits a sample.
final class PNGStreamedRows: RasterRowReader {
  private let file: InputFile
  private let header: PNGHeader
  private let stream: PNGRowStream

  init(file: InputFile, header: PNGHeader) throws(RasterError) {
    self.file = file
    self.header = header
    stream = try rethrowing(
      try PNGRowStream(header: header) { offset, target, count in
        file.read(at: offset, into: target, count: count)
      }
    ) { RasterError($0, in: file) }
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if stream.nextRow == header.height {
      throw RasterError.noMoreRows(path: file.path, rows: header.height)
    }
    try rethrowing(try stream.readRow(into: row)) { RasterError($0, in: file) }
    if !header.isOpaque { TransparentColor.clear(row, count: header.width) }
  }

  func finish() throws { try rethrowing(try stream.finish()) { RasterError($0, in: file) } }
}
