/// The rows of a PNG file of at most 8 bits a sample, in order.
///
/// Delivers the rows of ``PNGRowDecoder`` in less time. Belongs to one task.
package final class PNGRowStream {
  package typealias Fault = PNGRowDecoder.Fault
  package typealias Read = (_ offset: Int, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) ->
    Int

  /// Bytes of rows that are inflated at once, if a row is shorter.
  private static let batchBytes = 1 << 17

  private let header: PNGHeader
  private let chunks: ChunkStream
  private let inflater: ChunkInflater
  private let expansion: RowExpansion
  private let rowBytes: Int
  private let batchRows: Int
  /// Stored rows, each behind its filter byte: the last one of the former batch, then a batch.
  private let batch: UnsafeMutablePointer<UInt8>
  private var batchCount = 0
  private var nextInBatch = 0
  private var inflatedRows = 0

  package static func supports(_ header: PNGHeader) -> Bool {
    header.bitDepth <= 8 && !header.isInterlaced
  }

  /// Bytes of memory of a reader.
  package static func byteCount(_ header: PNGHeader) -> Int {
    ChunkInflater.byteCount + (batchRows(of: header) + 1) * rowBytes(of: header)
  }

  /// Opens a supported file.
  package init(header: PNGHeader, read: @escaping Read) throws(Fault) {
    precondition(Self.supports(header), "the rows are of another kind")
    self.header = header
    chunks = try ChunkStream(read: read)
    inflater = ChunkInflater(chunks)
    expansion = RowExpansion(header, palette: chunks.palette, transparency: chunks.transparency)
    rowBytes = Self.rowBytes(of: header)
    batchRows = Self.batchRows(of: header)
    // The unfilter reads one byte past a row.
    let capacity = (batchRows + 1) * rowBytes + 1
    batch = .allocate(capacity: capacity)
    batch.initialize(repeating: 0, count: capacity)
  }

  deinit { batch.deallocate() }

  private static func rowBytes(of header: PNGHeader) -> Int {
    1 + (header.width * header.colorType.channels * header.bitDepth + 7) / 8
  }

  private static func batchRows(of header: PNGHeader) -> Int {
    min(max(1, batchBytes / rowBytes(of: header)), header.height)
  }

  /// The number of rows that were read.
  package var nextRow: Int { inflatedRows - batchCount + nextInBatch }

  /// Reads the next row as straight RGBA8.
  package func readRow(into target: UnsafeMutablePointer<UInt8>) throws(Fault) {
    if nextInBatch == batchCount { try inflateBatch() }
    let row = batch + (nextInBatch + 1) * rowBytes
    let pixelBytes = max(1, header.colorType.channels * header.bitDepth / 8)
    guard
      RowUnfilter.undo(
        row[0], row + 1, into: row + 1, previous: row - rowBytes + 1, count: rowBytes - 1,
        pixelBytes: pixelBytes)
    else {
      let filter = row[0]
      // A damaged stream is the cause to name, however far it was inflated.
      try finish()
      throw .corrupt("filter \(filter) does not exist")
    }
    expansion.expand(row + 1, width: header.width, into: target)
    nextInBatch += 1
  }

  private func inflateBatch() throws(Fault) {
    batch.update(from: batch + batchCount * rowBytes, count: rowBytes)
    batchCount = min(batchRows, max(1, header.height - inflatedRows))
    nextInBatch = 0
    let count = batchCount * rowBytes
    guard try inflater.inflate(into: batch + rowBytes, count: count) == count else {
      throw .corrupt("there are too few samples")
    }
    inflatedRows += batchCount
  }

  /// Confirms that the file is whole, from the samples to its last chunk.
  package func finish() throws(Fault) {
    let capacity = (batchRows + 1) * rowBytes
    while !inflater.isAtEnd { _ = try inflater.inflate(into: batch, count: capacity) }
    try chunks.finish()
  }
}
