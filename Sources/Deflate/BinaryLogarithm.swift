/// Binary logarithms in whole numbers, the same on every machine.
enum BinaryLogarithm {
  /// The logarithm of 2.
  static let one = 1 << fractionBits
  private static let fractionBits = 10

  /// The logarithm of a number above 0, rounded down to one of 1024 in each doubling, in parts of ``one``.
  @inline(__always)
  static func of(_ value: UInt32) -> Int {
    let exponent = 31 &- value.leadingZeroBitCount
    let fraction = (value &<< UInt32(31 &- exponent)) &>> 21 & 1023
    return exponent &<< fractionBits &+ Int(fractions[Int(fraction)])
  }

  /// Those of 1 + n / 1024: each square above 2 is one bit more.
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
