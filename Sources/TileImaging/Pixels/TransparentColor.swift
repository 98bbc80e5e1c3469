/// The package's form of a fully transparent pixel.
package enum TransparentColor {
  /// Sets the colour of every pixel with alpha 0 to 0, in place, in `4 × count` bytes of RGBA.
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

  /// Gives every pixel with alpha 0 the colour of a neighbour beside or above it, in place.
  ///
  /// A lossy codec then finds no edge at the end of the visible part.
  package static func continueNeighbors(
    _ samples: UnsafeMutablePointer<UInt8>, width: Int, height: Int
  ) {
    func copy(_ source: Int, to target: Int) {
      (samples + 4 * target).update(from: samples + 4 * source, count: 3)
    }
    for row in 0..<height {
      let first = row * width
      let seen = (first..<first + width).first { samples[4 * $0 + 3] > 0 }
      var source = seen
      for pixel in first..<first + width {
        if samples[4 * pixel + 3] > 0 {
          source = pixel
        } else if let source {
          copy(source, to: pixel)
        } else if row > 0 {
          copy(pixel - width, to: pixel)
        }
      }
    }
  }
}
