/// Binary logarithms in whole numbers, the same on every machine.
enum BinaryLogarithm {
  static let one = 1 << fractionBits
  private static let fractionBits = 10

  /// Logarithm of a number above 0, in parts of ``one``; rounded down to one of 1024 steps in each
  /// doubling.
  @inline(__always)
  static func of(_ value: UInt32) -> Int {
    let exponent = 31 &- value.leadingZeroBitCount
    let fraction = (value &<< UInt32(31 &- exponent)) &>> 21 & 1023
    return exponent &<< fractionBits &+ Int(fractions[Int(fraction)])
  }

  private static let fractions: [UInt16] = (0..<1024).map { fraction in
    var power = UInt64(1024 + fraction) << 20
    var logarithm = 0
    for _ in 0...fractionBits {
      power = (power * power) >> 30
      logarithm *= 2
      if power >> 31 == 1 {
        logarithm += 1
        power >>= 1
      }
    }
    return UInt16((logarithm + 1) / 2)
  }
}
