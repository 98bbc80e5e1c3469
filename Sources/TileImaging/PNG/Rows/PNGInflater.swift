import CLibDeflate
import Deflate

/// Inflates the samples of a PNG in order, and takes over the parts that other threads inflated ahead.
///
/// A part is taken over only where decoding arrives at exactly its first bit, between two blocks and with
/// 32 KiB before: so what follows is what decoding would yield, and every fault is found by decoding.
/// Belongs to one task.
final class PNGInflater {
  /// A part that is being copied.
  private struct Current {
    let part: SpeculativePart
    /// How many of its samples were copied.
    var copied = 0
    /// The checksum of all output so far.
    var checksum: UInt32
  }

  private let input: SpeculativeInput
  private var inflater: Inflater
  private var current: Current?
  /// How many parts were taken over.
  private(set) var usedParts = 0

  /// - Parameters:
  ///   - inflater: Decodes what no other thread does.
  ///   - input: Its input, of which others take parts.
  init(_ inflater: Inflater, _ input: SpeculativeInput) {
    self.inflater = inflater
    self.input = input
  }

  /// The output ended, with its checksum confirmed.
  var isAtEnd: Bool { current == nil && inflater.isAtEnd }

  /// Whether the last call ended between two blocks.
  var isBetweenBlocks: Bool { current == nil && inflater.isBetweenBlocks }

  /// The bit of the stream that is decoded next.
  private var position: Int { 8 * input.offset - inflater.unreadBits }

  /// Inflates as ``Inflater/inflate(into:count:)`` does, or up to the end of a part.
  ///
  /// - Throws: ``InflaterError``.
  func inflate(
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(InflaterError) -> Int {
    if current == nil, inflater.isBetweenBlocks { takeOver(before: target) }
    guard let current else { return try inflater.inflate(into: target, count: count) }
    return copy(current, to: target, count: count)
  }

  /// Takes over the part that begins here, if there is one.
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

  /// Copies what comes next of a part, and goes on behind it when that was all.
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

  /// Whether inflating so many samples would come to a part that another thread is at.
  func awaitsPart(within count: Int) -> Bool {
    guard count > 0 else { return false }
    guard let current else { return input.awaitsPart(from: position, within: count) }
    let rest = current.part.count - current.copied
    return count > rest && input.awaitsPart(from: nil, within: count - rest)
  }

  /// What is needed to resume here, with the output before; `nil` within a block, and where the byte of
  /// which bits are left over is gone.
  func state(
    window: UnsafeBufferPointer<UInt8>
  ) -> (position: ChunkStream.Position, state: Inflater.State)? {
    guard current == nil, let state = inflater.state(window: window),
      let position = input.position(unread: inflater.unreadBits >> 3)
    else { return nil }
    return (position, state)
  }
}
