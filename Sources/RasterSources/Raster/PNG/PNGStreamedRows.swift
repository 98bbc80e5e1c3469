import TileImaging

/// The rows of a PNG of at most 8 bits a sample, which can be resumed from recorded positions.
final class PNGStreamedRows: RasterRowReader {
  private let file: InputFile
  private let header: PNGHeader
  private let stream: PNGRowStream

  init(
    file: InputFile, header: PNGHeader, from access: PNGRowAccess? = nil
  ) throws(RasterError) {
    self.file = file
    self.header = header
    do {
      stream = try PNGRowStream(header: header, from: access) { offset, target, count in
        file.read(at: offset, into: target, count: count)
      }
    } catch {
      throw RasterError(error, in: file)
    }
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if stream.nextRow == header.height {
      throw RasterError.noMoreRows(path: file.path, rows: header.height)
    }
    do {
      try stream.readRow(into: row)
    } catch {
      throw RasterError(error, in: file)
    }
    if !header.isOpaque { TransparentColor.clear(row, count: header.width) }
  }

  func finish() throws {
    do {
      try stream.finish()
    } catch {
      throw RasterError(error, in: file)
    }
  }

  func access(forRow row: Int) -> RowAccess? {
    stream.access(forRow: row).map { RowAccess(row: $0.row, bytes: $0.bytes) }
  }
}
