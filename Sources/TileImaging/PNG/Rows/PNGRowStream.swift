import CZlib

/// The rows of a PNG file of at most 8 bits a sample, in order, from the first or from a place that an
/// earlier reader noted.
///
/// Delivers what ``PNGRowDecoder`` delivers. Deflate can be entered in the middle only between two of
/// its blocks and with the 32 KiB before (RFC 1951), so now and then the stream notes such a place,
/// with the row above, which undoing filters needs.
package final class PNGRowStream {
  package typealias Fault = PNGRowDecoder.Fault
  package typealias Read = (_ offset: Int, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) ->
    Int

  /// The least number of bytes of samples between two noted places.
  private static let noteInterval = 1 << 20
  /// The widest rows, in bytes, with which places are noted: a place holds up to three of them.
  private static let widestNotedRow = 1 << 22
  private static let windowSize = 1 << 15
  private static let leastOutput = 1 << 18

  private let header: PNGHeader
  private let chunks: ChunkStream
  private let expansion: RowExpansion
  /// The bytes of a row with that of its filter.
  private let rowBytes: Int
  private let inflater: Inflater
  /// The row above, then stored rows, the first of which comes next; the byte of a filter precedes
  /// each.
  private let output: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// Where the row that comes next begins, and where what was inflated ends.
  private var start: Int
  private var end: Int
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
  ///   - access: A place noted by a reader of the same file, or `nil` for the first row.
  ///   - read: Reads bytes of the file.
  /// - Throws: ``Fault``.
  package init(
    header: PNGHeader, from access: PNGRowAccess? = nil, read: @escaping Read
  ) throws(Fault) {
    precondition(Self.supports(header), "the rows are of another kind")
    self.header = header
    chunks = try ChunkStream(read: read)
    expansion = RowExpansion(
      header, palette: chunks.palette, transparency: chunks.transparency)
    let rowBytes = 1 + (header.width * header.colorType.channels * header.bitDepth + 7) / 8
    let capacity = max(Self.leastOutput, 3 * rowBytes)
    var state: PNGRowAccess.State?
    if let access {
      state = PNGRowAccess.State(access, rowBytes: rowBytes, capacity: capacity)
      if state == nil { throw .corrupt("the place to go on from is not of this file") }
    }
    self.rowBytes = rowBytes
    self.capacity = capacity
    inflater = try Inflater(state: state, chunks: chunks)
    output = .allocate(capacity: capacity)
    output.initialize(repeating: 0, count: rowBytes)
    start = rowBytes
    end = rowBytes
    guard let state, let access else { return }
    row = access.row
    for (index, byte) in state.rows.enumerated() { output[index] = byte }
    end = state.rows.count
  }

  deinit { output.deallocate() }

  /// The number of the row that comes next.
  package var nextRow: Int { row }

  /// The latest noted place from which row `wanted` can be read, or `nil`.
  package func access(forRow wanted: Int) -> PNGRowAccess? { notes.last { $0.row <= wanted } }

  /// Reads the next row as straight RGBA8.
  ///
  /// - Throws: ``Fault``.
  package func readRow(into target: UnsafeMutablePointer<UInt8>) throws(Fault) {
    if end - start < rowBytes { try fill() }
    let filter = output[start]
    let current = output + start + 1
    let pixelBytes = max(1, header.colorType.channels * header.bitDepth / 8)
    guard
      RowUnfilter.undo(
        filter, current, previous: output + start - rowBytes + 1, count: rowBytes - 1,
        pixelBytes: pixelBytes)
    else { throw .corrupt("filter \(filter) does not exist") }
    expansion.expand(current, width: header.width, into: target)
    start += rowBytes
    row += 1
  }

  /// Confirms, after the last row, that the rest of the file is there and sound.
  ///
  /// - Throws: ``Fault``.
  package func finish() throws(Fault) {
    while !inflater.isAtEnd {
      _ = try inflater.inflate(into: output, count: capacity, from: chunks)
    }
    try chunks.finish()
  }

  /// Inflates until the output is full or the samples end; keeps the row above.
  private func fill() throws(Fault) {
    let kept = start - rowBytes
    if kept > 0 {
      output.update(from: output + kept, count: end - kept)
      start -= kept
      end -= kept
    }
    while end < capacity, !inflater.isAtEnd {
      let count = try inflater.inflate(into: output + end, count: capacity - end, from: chunks)
      end += count
      sinceNote += count
      if inflater.isBetweenBlocks, sinceNote >= max(Self.noteInterval, 8 * rowBytes) { note() }
    }
    if end - start < rowBytes { throw .corrupt("there are too few samples") }
  }

  private func note() {
    guard rowBytes <= Self.widestNotedRow, let state = inflater.state(chunks: chunks) else {
      return
    }
    sinceNote = 0
    if notes.count == 3 { notes.removeFirst() }
    let rows = UnsafeBufferPointer(start: output + start - rowBytes, count: end - start + rowBytes)
    notes.append(
      PNGRowAccess(
        row: row, state: PNGRowAccess.State(inflater: state, rows: Array(rows))))
  }

  /// Deflate's side of the stream.
  final class Inflater {
    /// What deflate needs to go on.
    struct State {
      var position: ChunkStream.Position
      /// How many bits of the byte before the position belong to what follows.
      var bits: Int
      /// The checksum of all samples before.
      var checksum: UInt
      var window: [UInt8]
    }

    /// The samples end here, with their checksum confirmed.
    private(set) var isAtEnd = false
    /// Whether the last call ended between two blocks.
    private(set) var isBetweenBlocks = false
    private let stream: UnsafeMutablePointer<z_stream>
    /// How many bytes the chunks delivered last.
    private var delivered = 0
    /// The checksum of the samples, which raw streams leave to their reader; `nil` for a whole one.
    private var checksum: UInt?

    init(state: PNGRowAccess.State?, chunks: ChunkStream) throws(Fault) {
      stream = .allocate(capacity: 1)
      stream.initialize(to: z_stream())
      // Negative bits are a stream without header and checksum.
      let bits: Int32 = state == nil ? 15 : -15
      let result = inflateInit2_(
        stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      guard result == Z_OK else {
        stream.deallocate()
        throw .outOfMemory
      }
      guard let state = state?.inflater else { return }
      checksum = state.checksum
      if state.bits > 0 {
        let byte = try chunks.byte(before: state.position)
        inflatePrime(stream, Int32(state.bits), Int32(byte) >> Int32(8 - state.bits))
      }
      inflateSetDictionary(stream, state.window, UInt32(state.window.count))
      chunks.seek(to: state.position)
    }

    deinit {
      inflateEnd(stream)
      stream.deallocate()
    }

    /// Inflates at most `count` bytes, up to the end of a block; returns how many.
    func inflate(
      into target: UnsafeMutablePointer<UInt8>, count: Int, from chunks: ChunkStream
    ) throws(Fault) -> Int {
      let limit = min(count, 1 << 30)
      stream.pointee.next_out = target
      stream.pointee.avail_out = UInt32(limit)
      isBetweenBlocks = false
      while stream.pointee.avail_out > 0, !isBetweenBlocks, !isAtEnd {
        if stream.pointee.avail_in == 0 {
          let input = try chunks.next()
          guard input.count > 0 else { throw .corrupt("there are too few samples") }
          stream.pointee.next_in = input.baseAddress
          stream.pointee.avail_in = UInt32(input.count)
          delivered = input.count
        }
        switch CZlib.inflate(stream, Z_BLOCK) {
        case Z_OK, Z_BUF_ERROR:
          let state = stream.pointee.data_type
          isBetweenBlocks = state & 128 != 0 && state & 64 == 0
        case Z_STREAM_END: isAtEnd = true
        case Z_MEM_ERROR: throw .outOfMemory
        default:
          throw .corrupt(stream.pointee.msg.map { String(cString: $0) } ?? "the samples")
        }
      }
      let done = limit - Int(stream.pointee.avail_out)
      if let sum = checksum { checksum = adler32(sum, target, UInt32(done)) }
      if isAtEnd { try confirm(chunks) }
      return done
    }

    /// The state between two blocks; `nil` when zlib does not tell, or the bits that are left over
    /// are of a byte that is gone.
    func state(chunks: ChunkStream) -> State? {
      guard Int(stream.pointee.avail_in) < delivered else { return nil }
      var count: UInt32 = 0
      var isKnown = false
      let window = [UInt8](unsafeUninitializedCapacity: windowSize) { target, initialized in
        isKnown = inflateGetDictionary(stream, target.baseAddress, &count) == Z_OK
        initialized = isKnown ? Int(count) : 0
      }
      guard isKnown else { return nil }
      return State(
        position: chunks.position(unread: Int(stream.pointee.avail_in)),
        bits: Int(stream.pointee.data_type & 7), checksum: checksum ?? stream.pointee.adler,
        window: window)
    }

    /// Compares the checksum that follows a raw stream.
    private func confirm(_ chunks: ChunkStream) throws(Fault) {
      guard let checksum else { return }
      var stored: UInt = 0
      for _ in 0..<4 {
        if stream.pointee.avail_in == 0 {
          let input = try chunks.next()
          guard input.count > 0 else { throw .ended }
          stream.pointee.next_in = input.baseAddress
          stream.pointee.avail_in = UInt32(input.count)
        }
        stored = stored << 8 | UInt(stream.pointee.next_in.pointee)
        stream.pointee.next_in += 1
        stream.pointee.avail_in -= 1
      }
      if stored != checksum { throw .corrupt("incorrect data check") }
    }
  }
}
