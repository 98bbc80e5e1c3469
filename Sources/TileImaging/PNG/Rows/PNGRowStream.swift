import Deflate

/// The rows of a PNG file of at most 8 bits a sample, in order from the first row or a restart
/// point.
///
/// Delivers the rows of ``PNGRowDecoder``. Deflate can be entered only between two blocks and with
/// the 32 KiB before (RFC 1951). The stream records such positions from time to time, with the row
/// above for the filters.
///
/// Belongs to one task. Other threads may inflate parts ahead, which changes neither rows nor
/// errors.
package final class PNGRowStream {
  package typealias Fault = PNGRowDecoder.Fault
  package typealias Read = (_ offset: Int, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) ->
    Int

  /// Least number of sample bytes between two restart points.
  private static let noteInterval = 1 << 20
  /// Widest rows, in bytes, with restart points: each holds up to three rows.
  private static let widestNotedRow = 1 << 22
  private static let leastOutput = 1 << 18

  private let header: PNGHeader
  private let input: SpeculativeInput
  private let expansion: RowExpansion
  private let rowBytes: Int
  private let inflater: PNGInflater
  /// Inflated bytes: the reach of matches, then stored rows, each behind its filter byte.
  private let output: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// The row above without its filter, and the current row.
  private var above: UnsafeMutablePointer<UInt8>
  private var current: UnsafeMutablePointer<UInt8>
  private var start = 0
  private var end = 0
  private var row = 0
  private var sinceNote = 0
  private var notes: [PNGSeekPoint] = []

  package static func supports(_ header: PNGHeader) -> Bool {
    header.bitDepth <= 8 && !header.isInterlaced
  }

  /// Opens a supported file at a restart point of the same file, or at the first row.
  ///
  /// `partSize` is the compressed bytes of a part to inflate ahead.
  package init(
    header: PNGHeader, from access: PNGSeekPoint? = nil,
    partSize: Int = PNGRowStream.partSize, read: @escaping Read
  ) throws(Fault) {
    precondition(Self.supports(header), "the rows are of another kind")
    self.header = header
    let chunks = try Self.checked { () throws(InflaterError) in try ChunkStream(read: read) }
    input = SpeculativeInput(chunks, partSize: partSize)
    expansion = RowExpansion(
      header, palette: chunks.palette, transparency: chunks.transparency)
    let rowBytes = 1 + (header.width * header.colorType.channels * header.bitDepth + 7) / 8
    let capacity = max(Self.leastOutput, 3 * rowBytes)
    var state: PNGSeekPoint.State?
    if let access {
      state = PNGSeekPoint.State(access, rowBytes: rowBytes, capacity: capacity)
      if state == nil { throw .corrupt("the position to resume from is not of this file") }
    }
    self.rowBytes = rowBytes
    self.capacity = capacity
    if let state {
      let position = state.position
      let lastByte = try Self.checked { () throws(InflaterError) in
        state.inflater.bits > 0 ? try chunks.byte(before: position) : 0
      }
      chunks.seek(to: position)
      inflater = PNGInflater(
        Inflater(resuming: state.inflater, lastByte: lastByte, from: input), input)
    } else {
      inflater = PNGInflater(Inflater(input), input)
    }
    output = .allocate(capacity: Inflater.windowSize + capacity + Inflater.slack)
    // The unfilter reads one byte past the row.
    above = .allocate(capacity: rowBytes + 1)
    current = .allocate(capacity: rowBytes + 1)
    above.initialize(repeating: 0, count: rowBytes + 1)
    current.initialize(repeating: 0, count: rowBytes + 1)
    guard let state, let access else { return }
    row = access.row
    above.update(from: state.rows, count: rowBytes)
    // The window ends with the rows; the longer of the two contains both.
    let rows = state.rows[rowBytes...]
    let known = rows.count > state.inflater.window.count ? Array(rows) : state.inflater.window
    output.update(from: known, count: known.count)
    end = known.count
    start = end - rows.count
  }

  deinit {
    output.deallocate()
    above.deallocate()
    current.deallocate()
  }

  package var nextRow: Int { row }

  package func seekPoint(forRow wanted: Int) -> PNGSeekPoint? { notes.last { $0.row <= wanted } }

  /// Reads the next row as straight RGBA8.
  package func readRow(into target: UnsafeMutablePointer<UInt8>) throws(Fault) {
    if end - start < rowBytes { try fill() }
    let filter = output[start]
    let pixelBytes = max(1, header.colorType.channels * header.bitDepth / 8)
    // Not in place: later matches may reach the filtered bytes.
    guard
      RowUnfilter.undo(
        filter, output + (start + 1), into: current + 1, previous: above + 1, count: rowBytes - 1,
        pixelBytes: pixelBytes)
    else {
      // A damaged stream is the cause to name, however far it was inflated.
      try finish()
      throw .corrupt("filter \(filter) does not exist")
    }
    expansion.expand(current + 1, width: header.width, into: target)
    swap(&above, &current)
    start += rowBytes
    row += 1
  }

  package func finish() throws(Fault) {
    while !inflater.isAtEnd {
      start = end
      try inflate()
    }
    try Self.checked { () throws(InflaterError) in try input.finish() }
  }

  private func fill() throws(Fault) {
    while end - start < rowBytes {
      if inflater.isAtEnd { throw .corrupt("there are too few samples") }
      try inflate()
      if inflater.isBetweenBlocks, sinceNote >= max(Self.noteInterval, 8 * rowBytes) { note() }
    }
  }

  /// Inflates until the output is full, a block ends, or the samples do.
  ///
  /// Unread bytes and the reach of matches are kept.
  private func inflate() throws(Fault) {
    let size = Inflater.windowSize + capacity
    if size - end < capacity / 2 {
      let kept = min(start, max(0, end - Inflater.windowSize))
      output.update(from: output + kept, count: end - kept)
      start -= kept
      end -= kept
    }
    let room = min(size - end, capacity - rowBytes - (end - start))
    let count = try Self.checked { () throws(InflaterError) in
      try inflater.inflate(into: output + end, count: room)
    }
    end += count
    sinceNote += count
  }

  private func note() {
    guard rowBytes <= Self.widestNotedRow,
      let (position, state) = inflater.state(
        window: UnsafeBufferPointer(start: output, count: end))
    else { return }
    sinceNote = 0
    if notes.count == 3 { notes.removeFirst() }
    let rows = [
      UnsafeBufferPointer(start: UnsafePointer(above), count: rowBytes),
      UnsafeBufferPointer(start: UnsafePointer(output + start), count: end - start),
    ]
    notes.append(
      PNGSeekPoint(
        row: row,
        state: PNGSeekPoint.State(
          position: position, inflater: state,
          rows: rows.flatMap { Array($0) })))
  }

  private static func checked<Result>(
    _ body: () throws(InflaterError) -> Result
  ) throws(Fault) -> Result {
    do { return try body() } catch {
      switch error {
      case .ended: throw .ended
      case .corrupt(let detail): throw .corrupt(detail)
      }
    }
  }
}

// MARK: - Parts that are inflated ahead

extension PNGRowStream {
  /// Compressed bytes of a part.
  ///
  /// In nearly all parts a block begins early, and few samples are inflated before their window is
  /// known.
  package static let partSize = 1 << 19

  package static func partBytes(size: Int) -> Int { SpeculativePart.byteCount(size: size) }

  package var usedParts: Int { inflater.usedParts }

  /// May be called on any thread; `limit` bounds the held parts.
  package func hasPart(limit: Int) -> Bool { input.hasPart(limit: limit) }

  /// Reserves a part, on any thread; after true, ``inflatePart()`` must be called.
  package func takePart(limit: Int) -> Bool { input.takePart(limit: limit) }

  package func inflatePart() { input.inflatePart() }

  /// True when reading `rows` rows would reach a part that another thread inflates.
  ///
  /// Must not be called while rows are read.
  package func awaitsPart(rows: Int) -> Bool {
    inflater.awaitsPart(within: rows * rowBytes - (end - start))
  }
}
