import CLibDeflate
import Deflate

/// An in-order inflater that adopts parts that other threads inflated ahead.
///
/// A part is adopted only if decoding arrives at its first bit, between two blocks and with 32 KiB
/// before. The output equals that of plain decoding, and decoding finds every fault. Belongs to one
/// task.
final class PNGInflater {
  /// A part that is being copied.
  private struct Current {
    let part: SpeculativePart
    var copied = 0
    /// Adler-32 checksum of all output so far.
    var checksum: UInt32
  }

  private let input: SpeculativeInput
  private var inflater: Inflater
  private var current: Current?
  private(set) var usedParts = 0

  init(_ inflater: Inflater, _ input: SpeculativeInput) {
    self.inflater = inflater
    self.input = input
  }

  var isAtEnd: Bool { current == nil && inflater.isAtEnd }

  var isBetweenBlocks: Bool { current == nil && inflater.isBetweenBlocks }

  private var position: Int { 8 * input.offset - inflater.unreadBits }

  /// Inflates as ``Inflater/inflate(into:count:)`` does, or up to the end of a part.
  func inflate(
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(InflaterError) -> Int {
    if current == nil, inflater.isBetweenBlocks { takeOver(before: target) }
    guard let current else { return try inflater.inflate(into: target, count: count) }
    return copy(current, to: target, count: count)
  }

  private func takeOver(before target: UnsafeMutablePointer<UInt8>) {
    guard let part = input.part(beginningAt: position) else { return }
    let size = Inflater.windowSize
    let window = UnsafePointer(target) - size
    guard let state = inflater.state(window: UnsafeBufferPointer(start: window, count: size)),
      state.window.count == size
    else { return }
    part.resolve(with: window)
    input.enter(part)
    current = Current(part: part, checksum: state.checksum)
    usedParts += 1
  }

  private func copy(
    _ former: Current, to target: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Int {
    let part = former.part
    let step = min(count, part.count - former.copied)
    part.copy(former.copied..<former.copied + step, to: target)
    let now = Current(
      part: part, copied: former.copied + step,
      checksum: libdeflate_adler32(former.checksum, target, step))
    guard now.copied == part.count else {
      current = now
      return step
    }
    let size = Inflater.windowSize
    let window = UnsafeBufferPointer(start: target + step - size, count: size)
    let state = Inflater.State(
      bits: -part.end & 7, checksum: now.checksum, window: Array(window))
    inflater = Inflater(resuming: state, lastByte: part.input[part.end >> 3], from: input)
    input.leave()
    current = nil
    return step
  }

  /// True when inflating `count` bytes would reach a part that another thread inflates.
  func awaitsPart(within count: Int) -> Bool {
    guard count > 0 else { return false }
    guard let current else { return input.awaitsPart(from: position, within: count) }
    let rest = current.part.count - current.copied
    return count > rest && input.awaitsPart(from: nil, within: count - rest)
  }

  /// The state to resume here; `nil` within a block, or when the byte with the leftover bits is
  /// gone.
  func state(
    window: UnsafeBufferPointer<UInt8>
  ) -> (position: ChunkStream.Position, state: Inflater.State)? {
    guard current == nil, let state = inflater.state(window: window),
      let position = input.position(unread: inflater.unreadBits >> 3)
    else { return nil }
    return (position, state)
  }
}
