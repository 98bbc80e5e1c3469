/// The next bits of a stream that lies in memory as a whole, with at least ``padding`` bytes behind.
struct BitCursor {
  /// How many readable bytes follow the stream.
  static let padding = 1024

  /// The first byte of which no bit is counted yet.
  var input: UnsafeRawPointer
  /// The bits that come next, the first lowest; above ``count`` are bits of bytes that come again.
  var bits: UInt64 = 0
  var count: UInt64 = 0

  /// Goes on where bits were taken before.
  @inline(__always)
  init(input: UnsafeRawPointer, bits: UInt64, count: UInt64) {
    (self.input, self.bits, self.count) = (input, bits, count)
  }

  /// Starts at a bit of the stream.
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

  /// Passes over bits that are available.
  @inline(__always)
  mutating func drop(_ number: UInt64) {
    bits &>>= number
    count &-= number
  }

  /// Takes bits that are available.
  @inline(__always)
  mutating func take(_ number: UInt64) -> Int {
    let value = bits & (1 &<< number &- 1)
    drop(number)
    return Int(truncatingIfNeeded: value)
  }

  /// The number of bits before the next one.
  @inline(__always)
  func position(in base: UnsafeRawPointer) -> Int { (input - base) &* 8 &- Int(count) }
}
