/// Extracts the samples of one band from a decoded row.
///
/// A row holds `stride` samples a pixel, in host byte order where they fill whole bytes and from the
/// highest bit on where they do not.
enum SampleUnpacking {
  /// At most 16 bits.
  static func words(
    _ row: UnsafePointer<UInt8>, bits: Int, band: Int, stride: Int, count: Int,
    into target: UnsafeMutablePointer<UInt16>
  ) {
    switch bits {
    case 8:
      var source = row + band
      for index in 0..<count {
        target[index] = UInt16(source.pointee)
        source += stride
      }
    case 16:
      let raw = UnsafeRawPointer(row)
      var offset = 2 &* band
      for index in 0..<count {
        target[index] = raw.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        offset &+= 2 &* stride
      }
    default:
      let mask = (UInt32(1) &<< UInt32(bits)) &- 1
      var bit = band &* bits
      for index in 0..<count {
        // A sample of at most 15 bits spans at most three bytes; only those are read.
        let first = bit &>> 3
        let last = (bit &+ bits &- 1) &>> 3
        var word = UInt32(row[first])
        for byte in (first &+ 1)..<max(first &+ 1, last &+ 1) {
          word = word &<< 8 | UInt32(row[byte])
        }
        let unused = (last &+ 1) &* 8 &- (bit &+ bits)
        target[index] = UInt16(truncatingIfNeeded: (word &>> UInt32(unused)) & mask)
        bit &+= bits &* stride
      }
    }
  }

  static func numbers(
    _ row: UnsafePointer<UInt8>, format: SampleLayout.Format, bits: Int, band: Int, stride: Int,
    count: Int, into target: UnsafeMutablePointer<Double>
  ) {
    let raw = UnsafeRawPointer(row)
    @inline(__always)
    func each<Sample>(_ type: Sample.Type, _ number: (Sample) -> Double)
    where Sample: BitwiseCopyable {
      let size = MemoryLayout<Sample>.size
      var offset = size &* band
      for index in 0..<count {
        target[index] = number(raw.loadUnaligned(fromByteOffset: offset, as: Sample.self))
        offset &+= size &* stride
      }
    }
    switch (format, bits) {
    case (.floating, 32): each(Float.self) { Double($0) }
    case (.floating, 64): each(Double.self) { $0 }
    case (.floating, 16): each(UInt16.self) { half($0) }
    case (.floating, _):
      // 24 bits: a sign, 7 bits of exponent and 16 of fraction, in this machine's order.
      var source = row + 3 &* band
      for index in 0..<count {
        let word = UInt32(source[0]) | UInt32(source[1]) &<< 8 | UInt32(source[2]) &<< 16
        target[index] = small(word, fractionBits: 16, exponentBits: 7)
        source += 3 &* stride
      }
    case (.signed, 32): each(Int32.self) { Double($0) }
    case (.signed, _): each(Int64.self) { Double($0) }
    case (.unsigned, 32): each(UInt32.self) { Double($0) }
    case (.unsigned, _): each(UInt64.self) { Double($0) }
    }
  }

  static func half(_ word: UInt16) -> Double {
    small(UInt32(word), fractionBits: 10, exponentBits: 5)
  }

  private static func small(_ word: UInt32, fractionBits: Int, exponentBits: Int) -> Double {
    let fraction = Double(word & ((1 << UInt32(fractionBits)) - 1))
    let largest = (1 << exponentBits) - 1
    let exponent = Int(word >> UInt32(fractionBits)) & largest
    let sign = word >> UInt32(fractionBits + exponentBits) & 1 == 1 ? -1.0 : 1.0
    let bias = largest >> 1
    let scale = Double(1 << fractionBits)
    if exponent == largest { return fraction == 0 ? sign * .infinity : .nan }
    if exponent == 0 {
      return sign * fraction / scale * Double(sign: .plus, exponent: 1 - bias, significand: 1)
    }
    return sign * Double(sign: .plus, exponent: exponent - bias, significand: 1 + fraction / scale)
  }
}
