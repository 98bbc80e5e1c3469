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

/// A streaming hash of bytes.
public final class HashStream {
  private let state: OpaquePointer

  /// Creates a stream without bytes, `nil` when memory is short.
  public init?() {
    guard let state = XXH3_createState() else { return nil }
    self.state = state
    XXH3_128bits_reset(state)
  }

  deinit { XXH3_freeState(state) }

  /// Adds bytes.
  public func append(_ bytes: UnsafeRawBufferPointer) {
    XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
  }

  /// The hash of all bytes so far: that of ``Hash128/init(hashing:)-(UnsafeRawBufferPointer)``.
  public var value: Hash128 {
    let hash = XXH3_128bits_digest(state)
    return Hash128(low: hash.low64, high: hash.high64)
  }
}
