/// A 128-bit digest of every tile of a pyramid, which changes with any tile.
///
/// It is the sum modulo 2^128 of one term per tile, so that order is irrelevant. One tile can be
/// exchanged without reading the others. The term of a tile is the XXH3-128 (seed 0) of 28 bytes.
/// They are zoom, x and y as little-endian 32-bit integers, then the XXH3-128 (seed 0) of the
/// encoded tile, low 64 bits first.
public struct ContentDigest: Hashable, Sendable {
  /// The name under which layer definitions state the algorithm.
  public static let algorithm = "xxh3-128-sum"

  /// The low 64 bits.
  public private(set) var low: UInt64
  /// The high 64 bits.
  public private(set) var high: UInt64

  /// Creates a digest from its halves; the default is the digest of no tile.
  public init(low: UInt64 = 0, high: UInt64 = 0) {
    self.low = low
    self.high = high
  }

  /// Adds the term of one more tile.
  public mutating func add(_ term: ContentDigest) {
    let (sum, carry) = low.addingReportingOverflow(term.low)
    low = sum
    high = high &+ term.high &+ (carry ? 1 : 0)
  }

  /// The digest as 32 lower-case hexadecimal digits, the high half first.
  public var hexadecimal: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Reads 32 hexadecimal digits; `nil` for anything else.
  public init?(hexadecimal: String) {
    // The integer parser would take a leading sign.
    guard hexadecimal.utf8.count == 32, hexadecimal.allSatisfy(\.isHexDigit),
      let high = UInt64(hexadecimal.prefix(16), radix: 16),
      let low = UInt64(hexadecimal.suffix(16), radix: 16)
    else { return nil }
    self.init(low: low, high: high)
  }
}
