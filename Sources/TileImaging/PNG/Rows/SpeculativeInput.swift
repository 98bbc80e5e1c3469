import Deflate
import TileModel

/// The compressed samples of a PNG: in order for the thread that inflates them, and in parts for others
/// that inflate ahead of it.
///
/// Two locks, so that nobody waits for the file who only asks what can be done.
///
/// SAFETY: the file is read, and parts are appended, under `reading`; what is stored is read and written
/// under `state`, except that the thread that inflates reads ``offset``, which it alone changes, without
/// it. A part belongs to the thread that inflates it ahead, then to the one that inflates in order.
final class SpeculativeInput: InflaterInput, @unchecked Sendable {
  /// After how many parts in a row that came to nothing no more are tried.
  private static let failureLimit = 2
  /// In how many pieces a part may lie in the file.
  private static let fragmentLimit = 1 << 12

  /// A part whose bytes are read.
  private struct Held {
    enum Phase {
      /// A thread is at it.
      case inflating
      case done
      /// Only its compressed bytes are of use.
      case failed
    }

    let part: SpeculativePart
    /// The byte of the stream at which the part's input begins, and the one at which it ends.
    let start: Int
    let end: Int
    /// The byte of the part from which a beginning is looked for.
    let first: Int
    var phase: Phase

    /// The bit of the stream at which what was inflated begins.
    var firstBit: Int { 8 * start + part.begin }
  }

  /// Bytes of the stream that lie in the file without a gap.
  private struct Fragment {
    let start: Int
    let position: ChunkStream.Position
  }

  private let partSize: Int
  /// The most bytes that are delivered at once: less than half a part, so that of a part that is taken
  /// over, or is not done with, the end is never delivered before.
  private let capacity: Int
  private let reading = Guarded(())
  private let state = Guarded(())
  private let chunks: ChunkStream
  private let buffer: UnsafeMutablePointer<UInt8>
  /// How many bytes of the stream were delivered, and how many of them last.
  private(set) var offset = 0
  private var delivered = 0
  /// How many bytes of the stream were read.
  private var readEnd = 0
  /// Why no more can be read, which is thrown when what was read is delivered; under `reading`.
  private var failure: InflaterError?
  /// Where in the file the bytes are, from the last that were delivered on.
  private var fragments: [Fragment] = []
  /// The parts in order, until all their bytes are delivered or of the next part, too.
  private var parts: [Held] = []
  /// The part that is copied now.
  private var current: SpeculativePart?
  /// Parts whose memory can be used again.
  private var free: [SpeculativePart] = []
  /// How many parts threads have taken and not begun to read.
  private var reserved = 0
  /// The first bit of the stream at which a part may still be taken over.
  private var position = 0
  private var failures = 0
  /// Whether no more parts are read.
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

  /// Copies bytes that were read for a part; returns how many there are.
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
    // The inflater holds up to a word of what was delivered before.
    let oldest = offset - delivered - MemoryLayout<UInt64>.size
    fragments.removeFirst(fragments.dropFirst().prefix { $0.start < oldest }.count)
  }

  /// Passes over the rest of the samples and confirms that the rest of the file is there and sound.
  func finish() throws(InflaterError) {
    try reading.withLock { _ throws(InflaterError) in
      state.withLock { _ in isEnded = true }
      if let failure { throw failure }
      try chunks.finish()
    }
  }

  /// Where in the file the samples are when `unread` bytes of those delivered last are not used yet;
  /// `nil` where the byte before is not known.
  func position(unread: Int) -> ChunkStream.Position? {
    state.withLock { _ in
      let byte = offset - unread
      guard let fragment = fragments.last(where: { $0.start < byte }) else { return nil }
      return fragment.position.advanced(by: byte - fragment.start)
    }
  }

  /// The part that was inflated from a bit on, at which decoding is; those before it came to nothing.
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

  /// Goes on behind a part, whose samples are being copied.
  func enter(_ part: SpeculativePart) {
    state.withLock { _ in
      guard let held = parts.first(where: { $0.part === part }) else { return }
      current = part
      position = 8 * held.start + part.end
      offset = held.start + (part.end + 7) >> 3
      delivered = 0
    }
  }

  /// Notes that the samples of the part were copied.
  func leave() {
    state.withLock { _ in
      if let index = parts.firstIndex(where: { $0.part === current }) {
        parts[index].phase = .failed
      }
      current = nil
      release()
    }
  }

  /// Makes the memory of parts available that are of no more use.
  private func release() {
    while let held = parts.first, held.phase != .inflating, held.part !== current {
      guard offset >= (parts.count > 1 ? parts[1].start : held.end) else { break }
      free.append(held.part)
      parts.removeFirst()
    }
  }

  /// Whether inflating so many samples would come to a part that another thread is at.
  ///
  /// - Parameters:
  ///   - bit: Where decoding is; `nil` for the end of the part that is copied.
  ///   - count: How many samples.
  /// - Returns: Whether it would.
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

  /// Reads bytes that lie in the file without a gap; none at the end.
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
  /// Whether a part can be inflated ahead while at most `limit` are held.
  func hasPart(limit: Int) -> Bool { state.withLock { _ in canTakePart(limit) } }

  /// Takes a part, which ``inflatePart()`` then inflates; false when there is none.
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

  /// Inflates the next part; called once for each that was taken.
  func inflatePart() {
    guard let held = reading.withLock({ _ in readPart() }) else { return }
    let isDone = held.part.inflate(from: held.first)
    state.withLock { _ in
      guard let index = parts.firstIndex(where: { $0.part === held.part }) else { return }
      // What decoding in order passed by now is late, which says nothing of the parts to come.
      parts[index].phase = isDone && held.firstBit >= position ? .done : .failed
      if !isDone { failures += 1 }
      release()
    }
  }

  /// Reads the bytes of the next part; `nil` at the end, and when they are not worth it.
  private func readPart() -> Held? {
    let overlap = SpeculativePart.overlap(size: partSize)
    let part = state.withLock { _ in free.popLast() } ?? SpeculativePart(size: partSize)
    let (start, first) = state.withLock { _ in
      guard let last = parts.last, last.end == readEnd else { return (readEnd, overlap) }
      part.input.update(from: last.part.input + partSize, count: overlap)
      // Decoding in order shall not arrive at the beginning before the end is found.
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
