/// Recognises runs of equal samples.
enum UniformSamples {
  /// The value that all of `count` RGBA8 samples have (red in the low byte), or `nil`.
  static func value(of samples: UnsafePointer<UInt8>, count: Int) -> UInt32? {
    let raw = UnsafeRawPointer(samples)
    let first = raw.loadUnaligned(as: UInt32.self)
    let pattern = UInt64(first) | UInt64(first) << 32
    var offset = 0
    while offset < 4 * count {
      // Sixteen samples before looking, so that the loop vectorises.
      let end = min(offset &+ 64, 4 &* count)
      var difference: UInt64 = 0
      while offset < end {
        difference |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ pattern
        offset &+= 8
      }
      if difference != 0 { return nil }
    }
    return first
  }
}
