/// Recognises samples that are all equal.
package enum UniformSamples {
  /// Finds the value that all samples have.
  ///
  /// - Parameters:
  ///   - samples: Straight RGBA8.
  ///   - count: How many; at least 1.
  /// - Returns: The value, red in the low byte, or `nil` when samples differ.
  package static func value(of samples: UnsafePointer<UInt8>, count: Int) -> UInt32? {
    let raw = UnsafeRawPointer(samples)
    let first = raw.loadUnaligned(as: UInt32.self)
    let pattern = UInt64(first) | UInt64(first) << 32
    let pairedBytes = 8 &* (count / 2)
    var offset = 0
    while offset < pairedBytes {
      // Sixteen samples before looking, so that the loop vectorises.
      let end = min(offset &+ 64, pairedBytes)
      var difference: UInt64 = 0
      while offset < end {
        difference |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ pattern
        offset &+= 8
      }
      if difference != 0 { return nil }
    }
    if count & 1 == 1, raw.loadUnaligned(fromByteOffset: pairedBytes, as: UInt32.self) != first {
      return nil
    }
    return first
  }
}
