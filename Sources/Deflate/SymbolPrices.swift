/// Prices of symbols by frequency, in sixteenths of bits.
///
/// Every symbol has an initial share, so that unused ones have a price. Belongs to one task.
final class SymbolPrices {
  /// Prices to read.
  struct Bits {
    let literals: UnsafePointer<Int32>
    /// Prices of match lengths with their extra bits; undefined below 3.
    let lengths: UnsafePointer<Int32>
    /// The longest shorter length that is cheaper; 0 for none.
    let shorter: UnsafePointer<Int16>
    let distances: UnsafePointer<Int32>
  }

  /// The least price of a symbol: one bit.
  private static let one: Int32 = 16
  /// Initial shares of all literals and lengths, and of all distances, in sixteenths of uses.
  private static let shared: UInt32 = 64 * 16
  private static let firstDistance = DeflateSymbols.literalCount

  private let literals = UnsafeMutablePointer<Int32>.allocate(capacity: 256)
  private let lengths = UnsafeMutablePointer<Int32>.allocate(
    capacity: DeflateSymbols.lengths.upperBound + 1)
  private let shorter = UnsafeMutablePointer<Int16>.allocate(
    capacity: DeflateSymbols.lengths.upperBound + 1)
  private let distances = UnsafeMutablePointer<Int32>.allocate(
    capacity: DeflateSymbols.distanceCount)
  /// Sixteenths of uses of each literal and length, then of each distance.
  private let uses = UnsafeMutablePointer<UInt32>.allocate(capacity: DeflateSymbols.count)
  private let shares = UnsafeMutablePointer<UInt32>.allocate(capacity: DeflateSymbols.count)

  var bits: Bits {
    Bits(literals: literals, lengths: lengths, shorter: shorter, distances: distances)
  }

  deinit {
    for memory in [literals, lengths, distances] { memory.deallocate() }
    shorter.deallocate()
    for memory in [uses, shares] { memory.deallocate() }
  }

  func begin(_ rows: PixelRows) {
    for symbol in 0...DeflateSymbols.endOfBlock { shares[symbol] = Self.shared >> 6 }
    for symbol in DeflateSymbols.endOfBlock + 1..<DeflateSymbols.count {
      shares[symbol] = Self.shared >> 5
    }
    shares[257 + DeflateSymbols.symbol(ofLength: DeflateSymbols.lengths.upperBound).number] =
      Self.shared >> 2
    let left = DeflateSymbols.symbol(ofDistance: rows.pixelBytes).number
    shares[Self.firstDistance + left] = Self.shared >> 2
    if rows.reachesAbove {
      let above = DeflateSymbols.symbol(ofDistance: rows.stride).number
      shares[Self.firstDistance + above] = Self.shared >> 1
    }
    clear()
    update()
  }

  func clear() { uses.update(from: shares, count: DeflateSymbols.count) }

  func update(_ counts: UnsafePointer<UInt32>) {
    for symbol in 0..<DeflateSymbols.count { uses[symbol] = shares[symbol] &+ 16 &* counts[symbol] }
    update()
  }

  @inline(__always)
  func count(literal: UInt8) { uses[Int(literal)] &+= 16 }

  @inline(__always)
  func count(length: Int, distance: Int) {
    uses[257 &+ DeflateSymbols.symbol(ofLength: length).number] &+= 16
    uses[Self.firstDistance &+ DeflateSymbols.symbol(ofDistance: distance).number] &+= 16
  }

  func update() {
    let ofLiterals = logarithm(ofUsesIn: 0..<Self.firstDistance)
    for value in 0..<256 { literals[value] = price(value, of: ofLiterals) }
    for length in DeflateSymbols.lengths {
      let symbol = DeflateSymbols.symbol(ofLength: length)
      lengths[length] =
        price(257 &+ symbol.number, of: ofLiterals) &+ Self.one &* Int32(symbol.bits)
    }
    shorter[DeflateSymbols.lengths.lowerBound] = 0
    for length in DeflateSymbols.lengths.dropFirst() {
      var less = length &- 1
      while less > 0, lengths[less] >= lengths[length] { less = Int(shorter[less]) }
      shorter[length] = Int16(truncatingIfNeeded: less)
    }
    let ofDistances = logarithm(ofUsesIn: Self.firstDistance..<DeflateSymbols.count)
    for symbol in 0..<DeflateSymbols.distanceCount {
      distances[symbol] =
        price(Self.firstDistance &+ symbol, of: ofDistances)
        &+ Self.one &* Int32(DeflateSymbols.distanceBits[symbol])
    }
  }

  private func logarithm(ofUsesIn symbols: Range<Int>) -> Int32 {
    var total: UInt32 = 0
    for symbol in symbols { total &+= uses[symbol] }
    return Self.logarithm(total)
  }

  @inline(__always)
  private func price(_ symbol: Int, of all: Int32) -> Int32 {
    max(Self.one, all &- Self.logarithm(uses[symbol]))
  }

  @inline(__always)
  private static func logarithm(_ value: UInt32) -> Int32 {
    Int32(truncatingIfNeeded: (BinaryLogarithm.of(value) &+ 32) &>> 6)
  }
}
