/// A part of a deflate stream, inflated ahead from a probable block beginning, as in pugz and
/// rapidgzip.
///
/// Its output is valid only if decoding in order arrives at ``begin`` between two blocks; the
/// caller checks that. Time and memory are bounded for any input. Owns its memory, which is used
/// again for other parts.
///
/// SAFETY: belongs to one task at a time; callers see to that when they pass it on.
package final class SpeculativePart: @unchecked Sendable {
  private enum Outcome {
    case done
    case full
    case fault
  }

  /// False beginnings after which the part is given up.
  private static let attempts = 4
  /// Wide samples decoded between searches for markers.
  private static let step = 1 << 13

  /// Bytes of a part; a beginning is searched in the first quarter.
  package let size: Int
  /// The compressed bytes of the part, and ``overlap(size:)`` bytes that follow, since blocks cross
  /// the ends of parts.
  package let input: UnsafeMutablePointer<UInt8>
  package private(set) var begin = 0
  package private(set) var end = 0

  private let output: SpeculativeOutput
  private let search = BlockSearch()
  private let codes = BlockCodes()

  package init(size: Int) {
    self.size = size
    let capacity = size + Self.overlap(size: size) + BitCursor.padding
    input = .allocate(capacity: capacity)
    input.initialize(repeating: 0, count: capacity)
    output = SpeculativeOutput(limit: Self.outputLimit(size: size))
  }

  deinit { input.deallocate() }

  package static func overlap(size: Int) -> Int { size / 4 }

  /// Samples at which a part is given up: so compressible a part is not worth the memory.
  private static func outputLimit(size: Int) -> Int { 4 * size }

  package static func byteCount(size: Int) -> Int {
    size + overlap(size: size) + SpeculativeOutput.byteCount(limit: outputLimit(size: size))
      + 1 << 17
  }

  private var inputCount: Int { size + Self.overlap(size: size) }

  package var count: Int { output.count }

  /// Inflates up to the first block that begins behind ``size`` bytes, or is the last.
  ///
  /// `first` is the byte where the search begins, in the first half of the part.
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

  /// `window` is the 32 KiB before the first sample.
  package func resolve(with window: UnsafePointer<UInt8>) { output.resolve(with: window) }

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
    // Behind it are 24 bytes: the cursor may hold bits of them, and may load more.
    let last = UnsafeRawPointer(input) + (inputCount + 24)
    while true {
      let before = output.count
      if before >= output.limit { return .full }
      let outcome: SymbolLoop.Outcome
      if output.wideCount != nil {
        var out = output.bytes + before
        // No match reaches back beyond the samples that became bytes.
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
