/// A cursor over the bits of a stream in memory; ``padding`` readable bytes follow the stream.
struct BitCursor {
  static let padding = 1024

  /// The first byte that has no counted bit yet.
  var input: UnsafeRawPointer
  /// The next bits, the first lowest; bits above ``count`` belong to bytes that are loaded again.
  var bits: UInt64 = 0
  var count: UInt64 = 0

  @inline(__always)
  init(input: UnsafeRawPointer, bits: UInt64, count: UInt64) {
    (self.input, self.bits, self.count) = (input, bits, count)
  }

  @inline(__always)
  init(_ base: UnsafeRawPointer, bit: Int) {
    input = base + bit >> 3
    refill()
    drop(UInt64(bit & 7))
  }

  /// Makes at least 56 bits available.
  @inline(__always)
  mutating func refill() {
    bits |= input.loadUnaligned(as: UInt64.self).littleEndian &<< count
    input += Int((63 &- count) &>> 3)
    count |= 56
  }

  @inline(__always)
  mutating func drop(_ number: UInt64) {
    bits &>>= number
    count &-= number
  }

  @inline(__always)
  mutating func take(_ number: UInt64) -> Int {
    let value = bits & (1 &<< number &- 1)
    drop(number)
    return Int(truncatingIfNeeded: value)
  }

  @inline(__always)
  func position(in base: UnsafeRawPointer) -> Int { (input - base) &* 8 &- Int(count) }
}
