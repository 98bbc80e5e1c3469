import CISAL

/// Inflates the samples of a PNG file as its chunks arrive (ISA-L's igzip); belongs to one task.
///
/// The library takes incomplete codes of distances, and windows beyond 32 KiB, which zlib refuses; the
/// checksum of the samples decides.
final class ChunkInflater {
  private let chunks: ChunkStream
  private let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
  private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: ChunkStream.capacity)

  init(_ chunks: ChunkStream) {
    self.chunks = chunks
    isal_inflate_init(state)
    state.pointee.crc_flag = UInt32(ISAL_ZLIB)
  }

  deinit {
    state.deallocate()
    input.deallocate()
  }

  /// Bytes of memory, with that of the chunks.
  static var byteCount: Int { MemoryLayout<inflate_state>.size + ChunkStream.capacity }

  var isAtEnd: Bool { state.pointee.block_state == ISAL_BLOCK_FINISH }

  /// Inflates `count` bytes, fewer at the end of the samples alone; returns their number.
  func inflate(
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(PNGRowDecoder.Fault) -> Int {
    var done = 0
    while done < count, !isAtEnd {
      let room = min(count - done, Int(Int32.max))
      state.pointee.next_out = target + done
      state.pointee.avail_out = UInt32(room)
      let code = isal_inflate(state)
      if let fault = Self.fault(of: code) { throw .corrupt(fault) }
      let written = room - Int(state.pointee.avail_out)
      done += written
      // Output may wait for room without further input.
      if written == 0, state.pointee.avail_in == 0, !isAtEnd { try refill() }
    }
    return done
  }

  private func refill() throws(PNGRowDecoder.Fault) {
    let count = try chunks.read(into: input)
    guard count > 0 else { throw .corrupt("there are too few samples") }
    state.pointee.next_in = input
    state.pointee.avail_in = UInt32(count)
  }

  private static func fault(of code: Int32) -> String? {
    switch code {
    case 0...: code == ISAL_NEED_DICT ? "the samples need a dictionary" : nil
    case ISAL_INVALID_BLOCK: "invalid block"
    case ISAL_INVALID_SYMBOL: "invalid code"
    case ISAL_INVALID_LOOKBACK: "invalid distance too far back"
    case ISAL_INVALID_WRAPPER: "incorrect header check"
    case ISAL_UNSUPPORTED_METHOD: "unknown compression method"
    default: "incorrect data check"
    }
  }
}
