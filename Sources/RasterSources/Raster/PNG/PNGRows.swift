import TileImaging

/// The rows of a PNG as the file holds them.
final class PNGRows: RasterRowReader {
  private let file: InputFile
  private let decoder: PNGRowDecoder
  private var rowsRead = 0

  init(file: InputFile, decoder: PNGRowDecoder) {
    self.file = file
    self.decoder = decoder
  }

  var path: String { file.path }
  var header: PNGHeader { decoder.header }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if rowsRead == header.height {
      throw RasterError.noMoreRows(path: path, rows: header.height)
    }
    try readStoredRow(into: row, columns: header.width)
    rowsRead += 1
  }

  /// Reads the next row of the file or, when it is interlaced, of a pass with this many columns;
  /// `row` always has room for a whole row.
  func readStoredRow(into row: UnsafeMutablePointer<UInt8>, columns: Int) throws(RasterError) {
    do {
      try decoder.readRow(into: row)
    } catch {
      throw RasterError(error, in: file)
    }
    if !header.isOpaque { TransparentColor.clear(row, count: columns) }
  }

  func finish() throws {
    do {
      try decoder.finish()
    } catch {
      throw RasterError(error, in: file)
    }
  }
}
