/// Deflate's symbols for lengths and distances (RFC 1951, section 3.2.5).
enum DeflateSymbols {
  static let endOfBlock = 256
  static let literalCount = 286
  static let distanceCount = 30
  static let count = literalCount + distanceCount
  static let lengths = 3...258
  static let windowSize = 1 << 15
  /// Storage order of the lengths of the code length code.
  static let statedOrder: [UInt8] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  static let lengthBases: [UInt16] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  static let distanceBits: [UInt8] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]

  /// Takes lengths of 3 to 258; the number is the length symbol less 257.
  @inline(__always)
  static func symbol(ofLength length: Int) -> (number: Int, bits: Int) {
    if length == 258 { return (28, 0) }
    let above = length &- 3
    if above < 8 { return (above, 0) }
    // Four symbols for each doubling.
    let bits = (Int.bitWidth &- 1 &- above.leadingZeroBitCount) &- 2
    return (bits &* 4 &+ (above &>> bits), bits)
  }

  /// Takes distances of 1 to 32768.
  @inline(__always)
  static func symbol(ofDistance distance: Int) -> (number: Int, bits: Int) {
    let above = distance &- 1
    if above < 4 { return (above, 0) }
    // Two symbols for each doubling.
    let bits = (Int.bitWidth &- 1 &- above.leadingZeroBitCount) &- 1
    return (bits &* 2 &+ (above &>> bits), bits)
  }
}
