/// The package's form of a fully transparent pixel.
package enum TransparentColor {
  /// Sets the colour of every pixel with alpha 0 to 0, in place.
  ///
  /// - Parameters:
  ///   - samples: `4 × count` bytes, red, green, blue, alpha.
  ///   - count: The number of pixels.
  package static func clear(_ samples: UnsafeMutablePointer<UInt8>, count: Int) {
    let raw = UnsafeMutableRawPointer(samples)
    var offset = 0
    for _ in 0..<count {
      let pixel = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      let kept: UInt32 = pixel < 0x0100_0000 ? 0 : pixel
      raw.storeBytes(of: kept.littleEndian, toByteOffset: offset, as: UInt32.self)
      offset &+= 4
    }
  }
}
