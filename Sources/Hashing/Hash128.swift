import CLibXXHash

/// A 128-bit XXH3 hash (seed 0) that finds candidates for equal bytes.
///
/// Not cryptographic: equality must be confirmed on the bytes. The value does not depend on the
/// machine.
public struct Hash128: Hashable, Sendable {
  /// The low 64 bits.
  public let low: UInt64
  /// The high 64 bits.
  public let high: UInt64

  /// Creates a hash from its halves.
  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Hashes bytes.
  public init(hashing bytes: UnsafeRawBufferPointer) {
    let hash = XXH3_128bits(bytes.baseAddress, bytes.count)
    self.init(low: hash.low64, high: hash.high64)
  }

  /// Hashes bytes.
  public init(hashing bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Hash128(hashing: $0) }
  }
}
