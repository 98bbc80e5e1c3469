/// The beginning of a block with codes of its own (RFC 1951, section 3.2.7).
struct BlockHeader {
  /// Code lengths in bits of literals and lengths; 0 for an unused symbol.
  let lengths: [UInt8]
  let distanceLengths: [UInt8]
  let bitCount: Int
  private let literalCount: Int
  private let statements: [Statement]
  private let statedLengths: [UInt8]
  private let listedCount: Int

  /// A run-length symbol for the lengths of one or more codes.
  private struct Statement {
    /// A length of at most 15; 16 repeats the last one, 17 and 18 are runs of zeros.
    var symbol: UInt8
    var extra: UInt8 = 0
    var extraBits: UInt8 = 0
  }

  /// `distanceCounts` is `nil` for a block with matches at distance 1 alone; literal codes have at
  /// most `codeLimit` bits.
  init(
    _ counts: UnsafePointer<UInt32>, distanceCounts: UnsafePointer<UInt32>? = nil,
    codeMaker: PrefixCodeMaker, codeLimit: Int
  ) {
    lengths = Self.lengths(
      counts, symbolCount: DeflateSymbols.literalCount, limit: codeLimit, codeMaker)
    var literalCount = DeflateSymbols.literalCount
    while lengths[literalCount - 1] == 0 { literalCount -= 1 }
    self.literalCount = literalCount
    var distances = distanceCounts.map {
      Self.lengths($0, symbolCount: DeflateSymbols.distanceCount, limit: 15, codeMaker)
    }
    while distances?.last == 0 { distances?.removeLast() }
    // A block without distances still states a code for the first.
    distanceLengths = distances.flatMap { $0.isEmpty ? nil : $0 } ?? [1]
    statements = Self.statements(Array(lengths[..<literalCount]) + distanceLengths)
    var statedCounts = [UInt32](repeating: 0, count: DeflateSymbols.statedOrder.count)
    for statement in statements { statedCounts[Int(statement.symbol)] += 1 }
    statedLengths = statedCounts.withUnsafeBufferPointer { counts in
      guard let counts = counts.baseAddress else { return [] }
      return Self.lengths(counts, symbolCount: statedCounts.count, limit: 7, codeMaker)
    }
    var listedCount = DeflateSymbols.statedOrder.count
    while listedCount > 4, statedLengths[Int(DeflateSymbols.statedOrder[listedCount - 1])] == 0 {
      listedCount -= 1
    }
    self.listedCount = listedCount
    var bitCount = 3 + 5 + 5 + 4 + 3 * listedCount
    for statement in statements {
      bitCount += Int(statedLengths[Int(statement.symbol)]) + Int(statement.extraBits)
    }
    self.bitCount = bitCount
  }

  func write(to writer: inout BitWriter, isLast: Bool) {
    writer.put(isLast ? 0b101 : 0b100, bits: 3)
    writer.put(UInt64(literalCount - 257), bits: 5)
    writer.put(UInt64(distanceLengths.count - 1), bits: 5)
    writer.put(UInt64(listedCount - 4), bits: 4)
    for symbol in DeflateSymbols.statedOrder[..<listedCount] {
      writer.put(UInt64(statedLengths[Int(symbol)]), bits: 3)
    }
    var codes = [UInt32](repeating: 0, count: statedLengths.count)
    PrefixCodeMaker.makeCodes(statedLengths, symbolCount: statedLengths.count, into: &codes)
    for statement in statements {
      let code = codes[Int(statement.symbol)]
      writer.put(UInt64(code & 0xFFFF), bits: UInt64(code >> 16))
      writer.put(UInt64(statement.extra), bits: UInt64(statement.extraBits))
    }
  }

  private static func lengths(
    _ counts: UnsafePointer<UInt32>, symbolCount: Int, limit: Int, _ codeMaker: PrefixCodeMaker
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: symbolCount) { memory, count in
      guard let base = memory.baseAddress else { return }
      codeMaker.makeLengths(counts, symbolCount: symbolCount, limit: limit, into: base)
      count = symbolCount
    }
  }

  private static func statements(_ lengths: [UInt8]) -> [Statement] {
    var statements: [Statement] = []
    statements.reserveCapacity(lengths.count)
    var position = 0
    while position < lengths.count {
      let length = lengths[position]
      var end = position + 1
      while end < lengths.count, lengths[end] == length { end += 1 }
      var left = end - position
      if length == 0 {
        while left >= 3 {
          let step = min(left, 138)
          statements.append(
            step < 11
              ? Statement(symbol: 17, extra: UInt8(step - 3), extraBits: 3)
              : Statement(symbol: 18, extra: UInt8(step - 11), extraBits: 7))
          left -= step
        }
      } else {
        statements.append(Statement(symbol: length))
        left -= 1
        while left >= 3 {
          let step = min(left, 6)
          statements.append(Statement(symbol: 16, extra: UInt8(step - 3), extraBits: 2))
          left -= step
        }
      }
      for _ in 0..<left { statements.append(Statement(symbol: length)) }
      position = end
    }
    return statements
  }
}
