import TileImaging
import TileModel

/// Rows of a PNG of at most 8 bits a sample, resumable at recorded positions.
final class PNGStreamedRows: RasterRowReader {
  private let file: InputFile
  private let header: PNGHeader
  private let stream: PNGRowStream
  private let hasParts: Bool

  init(
    file: InputFile, header: PNGHeader, from access: PNGSeekPoint?, partSize: Int?
  ) throws(RasterError) {
    self.file = file
    self.header = header
    hasParts = partSize != nil
    stream = try rethrowing(
      try PNGRowStream(
        header: header, from: access, partSize: partSize ?? PNGRowStream.partSize
      ) { offset, target, count in file.read(at: offset, into: target, count: count) }
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

  func seekPoint(forRow row: Int) -> SeekPoint? {
    stream.seekPoint(forRow: row).map { SeekPoint(row: $0.row, bytes: $0.bytes) }
  }
}

extension PNGStreamedRows: RowsAhead {
  var ahead: (any RowsAhead)? { hasParts ? self : nil }

  func hasPart(limit: Int) -> Bool { stream.hasPart(limit: limit) }

  func takePart(limit: Int) -> Bool { stream.takePart(limit: limit) }

  func preparePart() { stream.inflatePart() }

  func awaitsPart(rows: Int) -> Bool { stream.awaitsPart(rows: rows) }
}
