/// Whether anything shows through samples.
package enum SampleOpacity {
  /// Whether every alpha is 255.
  ///
  /// - Parameters:
  ///   - samples: `4 × count` bytes of RGBA8.
  ///   - count: The number of pixels.
  /// - Returns: `true` for no pixel, too.
  package static func isOpaque(_ samples: UnsafePointer<UInt8>, count: Int) -> Bool {
    let raw = UnsafeRawPointer(samples)
    var index = 0
    while index < count {
      // In stretches, so that most transparent tiles are known early.
      let end = min(index &+ 1024, count)
      var common: UInt32 = .max
      while index < end {
        common &= UInt32(
          littleEndian: raw.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
        index &+= 1
      }
      if common >> 24 != 255 { return false }
    }
    return true
  }
}
