import CLibXXHash

/// Hashes bytes that come in pieces.
public final class HashStream {
  private let state: OpaquePointer

  /// Creates a stream without bytes; `nil` when memory is short.
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
