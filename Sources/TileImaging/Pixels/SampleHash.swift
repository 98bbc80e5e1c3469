import CLibXXHash

/// A 128-bit XXH3 hash of samples, by which equal tiles are found before they are compared.
///
/// Not cryptographic: equality must be confirmed on the samples. The value does not depend on the
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

  /// Hashes bytes, with seed 0.
  public init(hashing bytes: UnsafeRawBufferPointer) {
    let hash = XXH3_128bits(bytes.baseAddress, bytes.count)
    self.init(low: hash.low64, high: hash.high64)
  }
}
