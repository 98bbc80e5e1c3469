/// The colours of JPEG images that hold inks.
package enum JPEGInks {
  /// Turns cyan, magenta, yellow and black into red, green, blue and alpha 255, in place.
  package static func convert(
    _ samples: UnsafeMutablePointer<UInt8>, count: Int, inverted: Bool
  ) {
    let mask: UInt8 = inverted ? 0 : 255
    var pixel = samples
    for _ in 0..<count {
      let light = UInt32(pixel[3] ^ mask)
      for channel in 0..<3 {
        let product = UInt32(pixel[channel] ^ mask) &* light &+ 127
        pixel[channel] = UInt8(truncatingIfNeeded: product / 255)
      }
      pixel[3] = 255
      pixel += 4
    }
  }
}
