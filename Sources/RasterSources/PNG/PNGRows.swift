import TileImaging
import TileModel

/// Rows of a PNG in stored order.
final class PNGRows: RasterRowReader {
  private let file: InputFile
  private let decoder: PNGRowDecoder
  private let converter: PNG16BitConverter?
  private let stored: UnsafeMutablePointer<UInt8>
  private var rowsRead = 0

  init(file: InputFile, decoder: PNGRowDecoder, converter: PNG16BitConverter?) {
    self.file = file
    self.decoder = decoder
    self.converter = converter
    stored = .allocate(capacity: converter == nil ? 0 : decoder.rowBytes)
  }

  deinit { stored.deallocate() }

  var path: String { file.path }
  var header: PNGHeader { decoder.header }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if rowsRead == header.height {
      throw RasterError.noMoreRows(path: path, rows: header.height)
    }
    try readStoredRow(into: row, columns: header.width)
    rowsRead += 1
  }

  /// Reads the next row of the file or of a pass with `columns` columns; `row` has room for a whole row.
  func readStoredRow(into row: UnsafeMutablePointer<UInt8>, columns: Int) throws(RasterError) {
    try rethrowing(try decoder.readRow(into: converter == nil ? row : stored)) {
      RasterError($0, in: file)
    }
    converter?.convert(stored, columns: columns, into: row)
    if !header.isOpaque { TransparentColor.clear(row, count: columns) }
  }

  func finish() throws { try rethrowing(try decoder.finish()) { RasterError($0, in: file) } }
}

extension RasterError {
  init(_ fault: PNGRowDecoder.Fault, in file: InputFile) {
    if file.failure != 0 {
      self = .cannotRead(path: file.path, code: file.failure)
      return
    }
    switch fault {
    case .ended: self = .truncated(path: file.path)
    case .corrupt(let detail): self = .corrupt(path: file.path, detail: detail)
    case .outOfMemory: self = .outOfMemory(path: file.path)
    }
  }
}
