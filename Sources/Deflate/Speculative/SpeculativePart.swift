/// A part of a deflate stream that is inflated before what precedes it, from where a block seems to
/// begin (as pugz and rapidgzip do).
///
/// What comes of it is the stream's output if decoding the stream in order arrives at ``begin`` between
/// two blocks; who uses it has to see to that. Whatever the bytes are, the time and the memory that it
/// takes are bounded. Owns its memory, which is used again for other parts.
///
/// SAFETY: belongs to one task at a time, which those who hand it over see to.
package final class SpeculativePart: @unchecked Sendable {
  private enum Outcome {
    case done
    /// There are more samples than there is room for.
    case full
    /// A block breaks a rule, or the input ends.
    case fault
  }

  /// After how many beginnings that were none the part is given up.
  private static let attempts = 4
  /// How many wide samples are decoded before markers are looked for.
  private static let step = 1 << 13

  /// The bytes of a part; a beginning is looked for in the first quarter of them.
  package let size: Int
  /// The compressed bytes: those of the part, and of what follows as many as ``overlap(size:)``, since
  /// blocks do not end where parts do.
  package let input: UnsafeMutablePointer<UInt8>
  /// The bits of the input between which the samples are.
  package private(set) var begin = 0
  package private(set) var end = 0

  private let output: SpeculativeOutput
  private let search = BlockSearch()
  private let codes = BlockCodes()

  /// - Parameter size: The bytes of a part, at least 4.
  package init(size: Int) {
    self.size = size
    let capacity = size + Self.overlap(size: size) + BitCursor.padding
    input = .allocate(capacity: capacity)
    input.initialize(repeating: 0, count: capacity)
    output = SpeculativeOutput(limit: Self.outputLimit(size: size))
  }

  deinit { input.deallocate() }

  /// How many bytes of a part are those of the next one, too.
  package static func overlap(size: Int) -> Int { size / 4 }

  /// With how many samples a part is given up: with more, it is so easy to inflate that it is not worth
  /// the memory.
  private static func outputLimit(size: Int) -> Int { 4 * size }

  /// The memory that a part takes, in bytes.
  package static func byteCount(size: Int) -> Int {
    size + overlap(size: size) + SpeculativeOutput.byteCount(limit: outputLimit(size: size))
      + 1 << 17
  }

  /// How many bytes there are to inflate.
  private var inputCount: Int { size + Self.overlap(size: size) }

  /// How many samples there are.
  package var count: Int { output.count }

  /// Inflates the part up to the first block that begins behind ``size`` bytes, or is the last.
  ///
  /// - Parameter first: The byte from which a beginning is looked for, in the first half of the part.
  /// - Returns: Whether it was possible.
  package func inflate(from first: Int) -> Bool {
    var position = 8 * first
    let searchEnd = position + 8 * (size / 4)
    for _ in 0..<Self.attempts {
      guard let found = search.first(input, in: position..<searchEnd, using: codes) else {
        return false
      }
      switch inflate(at: found) {
      case .done: return true
      case .full: return false
      case .fault: position = found + 1
      }
    }
    return false
  }

  /// Learns the 32 KiB before the first sample.
  package func resolve(with window: UnsafePointer<UInt8>) { output.resolve(with: window) }

  /// Copies samples, once what is before the first is known.
  package func copy(_ range: Range<Int>, to target: UnsafeMutablePointer<UInt8>) {
    output.copy(range, to: target)
  }

  private func inflate(at bit: Int) -> Outcome {
    begin = bit
    output.removeAll()
    let base = UnsafeRawPointer(input)
    var cursor = BitCursor(base, bit: bit)
    while true {
      cursor.refill()
      end = cursor.position(in: base)
      if end > 8 * inputCount { return .fault }
      let isLast = cursor.take(1) == 1
      if end >= 8 * size || isLast { return .done }
      let outcome: Outcome
      switch cursor.take(2) {
      case 0: outcome = copyStored(&cursor)
      case 1: outcome = codes.readFixed() ? decode(&cursor) : .fault
      case 2: outcome = codes.read(&cursor) ? decode(&cursor) : .fault
      default: outcome = .fault
      }
      if outcome != .done { return outcome }
    }
  }

  private func decode(_ cursor: inout BitCursor) -> Outcome {
    // Behind it are 24 bytes of which the cursor may hold bits, and more that it may load.
    let last = UnsafeRawPointer(input) + (inputCount + 24)
    while true {
      let before = output.count
      if before >= output.limit { return .full }
      let outcome: SymbolLoop.Outcome
      if output.wideCount != nil {
        var out = output.bytes + before
        // No match reaches farther than what became bytes when the others did.
        outcome = SymbolLoop.decode(
          &cursor, last: last, literals: codes.literals, distances: codes.distances, to: &out,
          oldest: UnsafePointer(output.bytes), limit: output.bytes + output.limit)
        output.count = out - output.bytes
      } else {
        var out = output.wide + before
        outcome = SymbolLoop.decode(
          &cursor, last: last, literals: codes.literals, distances: codes.distances, to: &out,
          oldest: UnsafePointer(output.wide - SpeculativeOutput.window),
          limit: output.wide + min(output.limit, before + Self.step))
        output.count = out - output.wide
        output.noteWide(since: before)
      }
      switch outcome {
      case .ended: return .done
      case .starved, .fault: return .fault
      case .full: continue
      }
    }
  }

  private func copyStored(_ cursor: inout BitCursor) -> Outcome {
    let byte = (cursor.position(in: UnsafeRawPointer(input)) + 7) >> 3
    guard byte + 4 <= inputCount else { return .fault }
    let source = input + byte + 4
    let length = Int(source[-4]) | Int(source[-3]) << 8
    let check = Int(source[-2]) | Int(source[-1]) << 8
    guard length == ~check & 0xFFFF, byte + 4 + length <= inputCount else { return .fault }
    cursor = BitCursor(UnsafeRawPointer(input), bit: 8 * (byte + 4 + length))
    let before = output.count
    output.count += length
    if output.wideCount != nil {
      (output.bytes + before).update(from: source, count: length)
    } else {
      for index in 0..<length { output.wide[before + index] = UInt16(source[index]) }
      output.noteWide(since: before)
    }
    return output.count > output.limit ? .full : .done
  }
}
