/// A way in which bytes on a disk or on the way go wrong.
///
/// Applied to a file or a tile it makes one that a sound program refuses, names or repairs, and never
/// crashes on.
public enum ByteDamage: Hashable, Sendable {
  /// Everything from an offset on is missing.
  case truncated(at: Int)
  /// A bit is the other one.
  case flippedBit(offset: Int, bit: Int)
  /// A range reads as zeros, as a page does that was never written.
  case zeroed(Range<Int>)
  /// Bytes follow the end.
  case trailing(count: Int)
  /// A range holds what is in another range of the same length.
  case misplaced(Range<Int>, from: Int)

  /// The damaged bytes; positions beyond the end are skipped.
  public func applied(to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    switch self {
    case .truncated(let offset): bytes.removeSubrange(min(max(offset, 0), bytes.count)...)
    case .flippedBit(let offset, let bit):
      if bytes.indices.contains(offset) { bytes[offset] ^= 1 << UInt8(bit & 7) }
    case .zeroed(let range):
      for index in range.clamped(to: bytes.indices) { bytes[index] = 0 }
    case .trailing(let count): bytes += [UInt8](repeating: 0xA5, count: max(count, 0))
    case .misplaced(let range, let start):
      let original = bytes
      for (step, index) in range.enumerated() {
        guard bytes.indices.contains(index), original.indices.contains(start + step) else { break }
        bytes[index] = original[start + step]
      }
    }
    return bytes
  }

  /// Damages of every kind at positions that the seed decides, for bytes of a length.
  ///
  /// - Parameters:
  ///   - count: How many damages.
  ///   - length: The length of the bytes, at least 1.
  ///   - seed: Decides the positions.
  /// - Returns: `count` damages, of the kinds in turn.
  public static func drawn(_ count: Int, forLength length: Int, seed: UInt64) -> [ByteDamage] {
    precondition(length > 0, "nothing cannot be damaged")
    var generator = SeededGenerator(seed: seed)
    func position() -> Int { Int.random(in: 0..<length, using: &generator) }
    func range() -> Range<Int> {
      let start = position()
      return start..<min(length, start + Int.random(in: 1...512, using: &generator))
    }
    return (0..<count).map { index in
      switch index % 5 {
      case 0: .truncated(at: position())
      case 1: .flippedBit(offset: position(), bit: Int.random(in: 0..<8, using: &generator))
      case 2: .zeroed(range())
      case 3: .trailing(count: Int.random(in: 1...64, using: &generator))
      default: .misplaced(range(), from: position())
      }
    }
  }
}
