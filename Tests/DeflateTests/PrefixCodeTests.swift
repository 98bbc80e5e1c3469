import Deflate
import Testing
import TilePyramidTesting

@Suite("Prefix codes")
struct PrefixCodeTests {
  private func lengths(_ counts: [UInt32], limit: Int) -> [Int] {
    [UInt8](unsafeUninitializedCapacity: counts.count) { memory, count in
      guard let base = memory.baseAddress else { return }
      PrefixCodeMaker().makeLengths(counts, symbolCount: counts.count, limit: limit, into: base)
      count = counts.count
    }.map { Int($0) }
  }

  /// The bits of the best code there is, by joining the two rarest nodes again and again.
  private func leastBits(_ counts: [UInt32]) -> Int {
    var nodes = counts.filter { $0 > 0 }.map { Int($0) }
    var bits = 0
    while nodes.count > 1 {
      nodes.sort(by: >)
      let joined = nodes.removeLast() + nodes.removeLast()
      bits += joined
      nodes.append(joined)
    }
    return bits
  }

  private func drawn(_ symbols: Int, skew: Int, seed: UInt64) -> [UInt32] {
    var generator = SeededGenerator(seed: seed)
    return (0..<symbols).map { _ in
      let count = UInt32(truncatingIfNeeded: generator.next() & 0xFFFF)
      return count >> UInt32.random(in: 0...UInt32(skew), using: &generator)
    }
  }

  @Test("are complete, and none is better", arguments: 0..<60 as Range<UInt64>)
  func optimal(seed: UInt64) {
    let counts = drawn(2 + Int(seed) * 4, skew: Int(seed % 18), seed: seed)
    let used = counts.count { $0 > 0 }
    guard used > 1 else { return }
    // 16-bit counts of so few symbols never need codes of more than 40 bits.
    let lengths = lengths(counts, limit: 40)
    #expect(counts.map { $0 > 0 } == lengths.map { $0 > 0 })
    let bits = zip(counts, lengths).map { count, length in Int(count) * length }
    #expect(bits.reduce(0, +) == leastBits(counts))
    let fractions = lengths.filter { $0 > 0 }.map { length in 1 / Double(1 << length) }
    #expect(fractions.reduce(0, +) == 1)
  }

  @Test("keep to a limit and stay complete", arguments: [7, 9, 14, 15])
  func limited(limit: Int) {
    // Counts that grow as Fibonacci's numbers do make the deepest trees.
    var counts: [UInt32] = [1, 1]
    while counts.count < min(40, 1 << limit) { counts.append(counts.suffix(2).reduce(0, +)) }
    let lengths = lengths(counts, limit: limit)
    #expect(lengths.max() == limit)
    let fractions = lengths.map { length in 1 << (limit - length) }
    #expect(fractions.reduce(0, +) == 1 << limit)
    // A rarer symbol never has the shorter code.
    #expect(lengths == lengths.sorted(by: >))
  }

  @Test("of a lone symbol have one bit, and of none have nothing")
  func few() {
    #expect(lengths([0, 0, 9, 0], limit: 15) == [0, 0, 1, 0])
    #expect(lengths([0, 0, 0], limit: 15) == [0, 0, 0])
    #expect(lengths([5, 0, 9], limit: 15) == [1, 0, 1])
  }
}
