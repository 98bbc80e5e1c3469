import Deflate
import TileModel

/// The compressed samples of a PNG: in order for the inflating thread, in parts for threads that
/// inflate ahead.
///
/// A separate lock keeps status queries from waiting for file reads.
///
/// SAFETY: the file is read, and parts are appended, under `reading`; stored properties are read
/// and written under `state`. The exception is ``offset``, which only the inflating thread changes,
/// and reads without a lock. A part belongs to the thread that inflates it ahead, then to the one
/// that inflates in order.
final class SpeculativeInput: InflaterInput, @unchecked Sendable {
  /// Failed parts in a row after which no more are tried.
  private static let failureLimit = 2
  /// Most fragments of a part in the file.
  private static let fragmentLimit = 1 << 12

  /// A part with its bytes read.
  private struct Held {
    enum Phase {
      case inflating
      case done
      case failed
    }

    let part: SpeculativePart
    let start: Int
    let end: Int
    /// Byte of the part where the search for a block begins.
    let first: Int
    var phase: Phase

    var firstBit: Int { 8 * start + part.begin }
  }

  /// A range of the stream without a gap in the file.
  private struct Fragment {
    let start: Int
    let position: ChunkStream.Position
  }

  private let partSize: Int
  /// The largest delivery: less than half a part, so that the end of a part in use is never
  /// delivered early.
  private let capacity: Int
  private let reading = Guarded(())
  private let state = Guarded(())
  private let chunks: ChunkStream
  private let buffer: UnsafeMutablePointer<UInt8>
  private(set) var offset = 0
  private var delivered = 0
  private var readEnd = 0
  /// The error that is thrown once all read bytes are delivered; under `reading`.
  private var failure: InflaterError?
  private var fragments: [Fragment] = []
  /// The parts in order, until their bytes are delivered or covered by the next part.
  private var parts: [Held] = []
  private var current: SpeculativePart?
  private var free: [SpeculativePart] = []
  private var reserved = 0
  /// First stream bit at which a part may still be adopted.
  private var position = 0
  private var failures = 0
  private var isEnded = false

  init(_ chunks: ChunkStream, partSize: Int) {
    self.chunks = chunks
    self.partSize = partSize
    capacity = min(ChunkStream.capacity, SpeculativePart.overlap(size: partSize))
    buffer = .allocate(capacity: capacity)
  }

  deinit { buffer.deallocate() }
}

// MARK: - In order

extension SpeculativeInput {
  func next() throws(InflaterError) -> UnsafeBufferPointer<UInt8> {
    var count = state.withLock { _ in deliverHeld() }
    if count == 0 {
      count = try reading.withLock { _ throws(InflaterError) in
        // Another thread may have read in the meantime.
        let held = state.withLock { _ in deliverHeld() }
        if held > 0 { return held }
        let read = try readFragment(into: buffer, limit: capacity)
        state.withLock { _ in advance(by: read) }
        return read
      }
    }
    return UnsafeBufferPointer(start: buffer, count: count)
  }

  private func deliverHeld() -> Int {
    guard offset < readEnd, let held = parts.first(where: { $0.start <= offset && offset < $0.end })
    else { return 0 }
    let count = min(capacity, held.end - offset)
    buffer.update(from: held.part.input + (offset - held.start), count: count)
    advance(by: count)
    release()
    return count
  }

  private func advance(by count: Int) {
    offset += count
    delivered = count
    // The inflater holds up to a word of bytes delivered before.
    let oldest = offset - delivered - MemoryLayout<UInt64>.size
    fragments.removeFirst(fragments.dropFirst().prefix { $0.start < oldest }.count)
  }

  func finish() throws(InflaterError) {
    try reading.withLock { _ throws(InflaterError) in
      state.withLock { _ in isEnded = true }
      if let failure { throw failure }
      try chunks.finish()
    }
  }

  /// File position of the samples, `unread` bytes before the delivered end; `nil` when the byte
  /// before is unknown.
  func position(unread: Int) -> ChunkStream.Position? {
    state.withLock { _ in
      let byte = offset - unread
      guard let fragment = fragments.last(where: { $0.start < byte }) else { return nil }
      return fragment.position.advanced(by: byte - fragment.start)
    }
  }

  /// The part that begins at a bit of the stream; parts before it have failed.
  func part(beginningAt bit: Int) -> SpeculativePart? {
    state.withLock { _ in
      position = bit
      for index in parts.indices where parts[index].phase == .done {
        let begin = parts[index].firstBit
        if begin == bit {
          failures = 0
          return parts[index].part
        }
        if begin < bit {
          parts[index].phase = .failed
          failures += 1
        }
      }
      release()
      return nil
    }
  }

  func enter(_ part: SpeculativePart) {
    state.withLock { _ in
      guard let held = parts.first(where: { $0.part === part }) else { return }
      current = part
      position = 8 * held.start + part.end
      offset = held.start + (part.end + 7) >> 3
      delivered = 0
    }
  }

  func leave() {
    state.withLock { _ in
      if let index = parts.firstIndex(where: { $0.part === current }) {
        parts[index].phase = .failed
      }
      current = nil
      release()
    }
  }

  private func release() {
    while let held = parts.first, held.phase != .inflating, held.part !== current {
      guard offset >= (parts.count > 1 ? parts[1].start : held.end) else { break }
      free.append(held.part)
      parts.removeFirst()
    }
  }

  /// True when inflating `count` bytes would reach a part that another thread inflates.
  ///
  /// A `nil` bit is the end of the part in copy.
  func awaitsPart(from bit: Int?, within count: Int) -> Bool {
    state.withLock { _ in
      var position = bit ?? position
      var count = count
      for held in parts where held.part !== current {
        switch held.phase {
        case .failed: continue
        case .done:
          guard held.firstBit >= position else { continue }
          position = 8 * held.start + held.part.end
          count -= held.part.count
          if count <= 0 { return false }
        // Deflate makes a sample of at most about a byte.
        case .inflating: return position + 8 * count > 8 * (held.start + held.first)
        }
      }
      return false
    }
  }

  private func readFragment(
    into target: UnsafeMutablePointer<UInt8>, limit: Int
  ) throws(InflaterError) -> Int {
    if let failure { throw failure }
    do throws(InflaterError) {
      let count = try chunks.read(into: target, limit: limit)
      state.withLock { _ in
        fragments.append(
          Fragment(start: readEnd, position: chunks.position.advanced(by: -count)))
        readEnd += count
      }
      return count
    } catch {
      failure = error
      throw error
    }
  }
}

// MARK: - Ahead

extension SpeculativeInput {
  func hasPart(limit: Int) -> Bool { state.withLock { _ in canTakePart(limit) } }

  /// Reserves a part for ``inflatePart()``; false when there is none.
  func takePart(limit: Int) -> Bool {
    state.withLock { _ in
      guard canTakePart(limit) else { return false }
      reserved += 1
      return true
    }
  }

  private func canTakePart(_ limit: Int) -> Bool {
    !isEnded && failures < Self.failureLimit && parts.count + reserved < limit
  }

  /// Must be called once for each reserved part.
  func inflatePart() {
    guard let held = reading.withLock({ _ in readPart() }) else { return }
    let isDone = held.part.inflate(from: held.first)
    state.withLock { _ in
      guard let index = parts.firstIndex(where: { $0.part === held.part }) else { return }
      // A part that decoding has passed is late, which says nothing of later parts.
      parts[index].phase = isDone && held.firstBit >= position ? .done : .failed
      if !isDone { failures += 1 }
      release()
    }
  }

  private func readPart() -> Held? {
    let overlap = SpeculativePart.overlap(size: partSize)
    let part = state.withLock { _ in free.popLast() } ?? SpeculativePart(size: partSize)
    let (start, first) = state.withLock { _ in
      guard let last = parts.last, last.end == readEnd else { return (readEnd, overlap) }
      part.input.update(from: last.part.input + partSize, count: overlap)
      // Decoding in order must not arrive at the beginning before the end is found.
      let isNear = last.part !== current && offset > last.start + partSize - overlap
      return (last.start + partSize, isNear ? overlap : 0)
    }
    var count = readEnd - start
    let whole = partSize + overlap
    var rest = Self.fragmentLimit
    while count < whole, rest > 0 {
      guard let read = try? readFragment(into: part.input + count, limit: whole - count), read > 0
      else { break }
      count += read
      rest -= 1
    }
    return state.withLock { _ in
      let isWhole = count == whole
      let held = Held(
        part: part, start: start, end: start + count, first: first,
        phase: isWhole ? .inflating : .failed)
      parts.append(held)
      reserved -= 1
      if !isWhole { isEnded = true }
      return isWhole ? held : nil
    }
  }
}
