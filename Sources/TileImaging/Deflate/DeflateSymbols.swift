/// Deflate's symbols for lengths and distances (RFC 1951, section 3.2.5).
enum DeflateSymbols {
  /// The symbol that ends a block.
  static let endOfBlock = 256
  /// The symbols of literals, lengths and the end of a block.
  static let literalCount = 286
  /// The symbols of distances.
  static let distanceCount = 30
  /// The shortest and the longest match, in bytes.
  static let lengths = 3...258
  /// The longest distance, in bytes.
  static let windowSize = 1 << 15
  /// The order in which the lengths of the code that states codes are listed.
  static let statedOrder: [UInt8] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The least length of each length symbol, from symbol 257.
  static let lengthBases: [UInt16] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  /// The extra bits of each length symbol.
  static let lengthBits: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  /// The least distance of each distance symbol.
  static let distanceBases: [UInt16] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  /// The extra bits of each distance symbol.
  static let distanceBits: [UInt8] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]

  /// The length symbol less 257 of every length, by length.
  static let lengthSymbols: [UInt8] = {
    var symbols = [UInt8](repeating: 0, count: lengths.upperBound + 1)
    for (symbol, base) in lengthBases.enumerated() {
      for length in Int(base)...lengths.upperBound { symbols[length] = UInt8(symbol) }
    }
    return symbols
  }()
}
