import Deflate

/// The rows of a PNG file of at most 8 bits a sample, in order, from the first or from a position that
/// an earlier reader recorded.
///
/// Delivers what ``PNGRowDecoder`` delivers. Deflate can be entered in the middle only between two of
/// its blocks and with the 32 KiB before (RFC 1951), so now and then the stream records such a
/// position, with the row above, which undoing filters needs.
///
/// Belongs to one task, but other threads may inflate parts of the stream ahead, which changes nothing of
/// what it delivers or throws.
package final class PNGRowStream {
  package typealias Fault = PNGRowDecoder.Fault
  package typealias Read = (_ offset: Int, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) ->
    Int

  /// The least number of bytes of samples between two recorded positions.
  private static let noteInterval = 1 << 20
  /// The widest rows, in bytes, with which positions are recorded: a position holds up to three of
  /// them.
  private static let widestNotedRow = 1 << 22
  private static let leastOutput = 1 << 18

  private let header: PNGHeader
  private let input: SpeculativeInput
  private let expansion: RowExpansion
  private let rowBytes: Int
  private let inflater: PNGInflater
  /// Inflated bytes: those that matches can still reach, then stored rows, the byte of its filter
  /// before each.
  private let output: UnsafeMutablePointer<UInt8>
  /// How many bytes of rows, with the one above, are ever held.
  private let capacity: Int
  /// The row above without its filter, and the row at hand.
  private var above: UnsafeMutablePointer<UInt8>
  private var current: UnsafeMutablePointer<UInt8>
  /// Where the row that comes next begins, and where what was inflated ends.
  private var start = 0
  private var end = 0
  private var row = 0
  private var sinceNote = 0
  private var notes: [PNGRowAccess] = []

  /// Whether the rows of such a file can be read by this type.
  package static func supports(_ header: PNGHeader) -> Bool {
    header.bitDepth <= 8 && !header.isInterlaced
  }

  /// Opens the rows of a file whose header was read and checked.
  ///
  /// - Parameters:
  ///   - header: The file's header; must be supported.
  ///   - access: A position recorded by a reader of the same file, or `nil` for the first row.
  ///   - partSize: The compressed bytes of a part that is inflated ahead.
  ///   - read: Reads bytes of the file.
  /// - Throws: ``Fault``.
  package init(
    header: PNGHeader, from access: PNGRowAccess? = nil,
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
    var state: PNGRowAccess.State?
    if let access {
      state = PNGRowAccess.State(access, rowBytes: rowBytes, capacity: capacity)
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
    // A byte more is read of them than they have.
    above = .allocate(capacity: rowBytes + 1)
    current = .allocate(capacity: rowBytes + 1)
    above.initialize(repeating: 0, count: rowBytes + 1)
    current.initialize(repeating: 0, count: rowBytes + 1)
    guard let state, let access else { return }
    row = access.row
    above.update(from: state.rows, count: rowBytes)
    // The window ends where the rows do; the longer of the two has all that is needed.
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

  /// The number of the row that comes next.
  package var nextRow: Int { row }

  /// The latest recorded position from which row `wanted` can be read, or `nil`.
  package func access(forRow wanted: Int) -> PNGRowAccess? { notes.last { $0.row <= wanted } }

  /// Reads the next row as straight RGBA8.
  ///
  /// - Throws: ``Fault``.
  package func readRow(into target: UnsafeMutablePointer<UInt8>) throws(Fault) {
    if end - start < rowBytes { try fill() }
    let filter = output[start]
    let pixelBytes = max(1, header.colorType.channels * header.bitDepth / 8)
    // Not in place: matches that follow may reach the bytes as they are.
    guard
      RowUnfilter.undo(
        filter, output + (start + 1), into: current + 1, previous: above + 1, count: rowBytes - 1,
        pixelBytes: pixelBytes)
    else {
      // Where the stream is not sound either, that is the cause, and is named however far the stream
      // was inflated by now.
      try finish()
      throw .corrupt("filter \(filter) does not exist")
    }
    expansion.expand(current + 1, width: header.width, into: target)
    swap(&above, &current)
    start += rowBytes
    row += 1
  }

  /// Confirms, after the last row, that the rest of the file is there and sound.
  ///
  /// - Throws: ``Fault``.
  package func finish() throws(Fault) {
    while !inflater.isAtEnd {
      start = end
      try inflate()
    }
    try Self.checked { () throws(InflaterError) in try input.finish() }
  }

  /// Inflates until a row is complete.
  private func fill() throws(Fault) {
    while end - start < rowBytes {
      if inflater.isAtEnd { throw .corrupt("there are too few samples") }
      try inflate()
      if inflater.isBetweenBlocks, sinceNote >= max(Self.noteInterval, 8 * rowBytes) { note() }
    }
  }

  /// Inflates until the output is full, a block ends, or the samples do; keeps what is not read and
  /// what matches can reach.
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
      PNGRowAccess(
        row: row,
        state: PNGRowAccess.State(
          position: position, inflater: state,
          rows: rows.flatMap { Array($0) })))
  }

  /// The result of reading compressed samples, with its errors as those of a PNG.
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
  /// The compressed bytes of a part: enough that in nearly all a block begins early, and that few of its
  /// samples are inflated before the 32 KiB before them are.
  package static let partSize = 1 << 19

  /// The memory that a part takes, in bytes.
  package static func partBytes(size: Int) -> Int { SpeculativePart.byteCount(size: size) }

  /// How many parts were used of those that were inflated ahead.
  package var usedParts: Int { inflater.usedParts }

  /// Whether a part can be inflated ahead while at most `limit` are held; may be asked by any thread.
  package func hasPart(limit: Int) -> Bool { input.hasPart(limit: limit) }

  /// Takes a part, on any thread; false when there is none, else ``inflatePart()`` must be called.
  package func takePart(limit: Int) -> Bool { input.takePart(limit: limit) }

  /// Inflates a part that was taken, on any thread.
  package func inflatePart() { input.inflatePart() }

  /// Whether reading so many rows would come to a part that another thread is at, so that it is better
  /// to wait for that; must not be called while rows are read.
  package func awaitsPart(rows: Int) -> Bool {
    inflater.awaitsPart(within: rows * rowBytes - (end - start))
  }
}
