import TileModel

/// One row of a picture during composition, in premultiplied alpha of the range 0...255.
///
/// Single precision restores every straight sample exactly.
final class SnapshotRow {
  let width: Int
  let pixels: UnsafeMutablePointer<SIMD4<Float>>
  let sums: UnsafeMutablePointer<SIMD4<Float>>

  init(width: Int) {
    self.width = width
    pixels = .allocate(capacity: width)
    sums = .allocate(capacity: width)
    pixels.initialize(repeating: .zero, count: width)
    sums.initialize(repeating: .zero, count: width)
  }

  deinit {
    pixels.deallocate()
    sums.deallocate()
  }

  func fill(_ color: PixelColor) {
    let straight = SIMD4<Float>(Float(color.red), Float(color.green), Float(color.blue), 255)
    pixels.update(repeating: straight * (Float(color.alpha) * (1 / 255)), count: width)
  }

  func composeSums(factor: Float) {
    for x in 0..<width {
      let source = sums[x] * factor
      pixels[x] = source + pixels[x] * (1 - source.w * (1 / 255))
      sums[x] = .zero
    }
  }

  /// In straight RGBA8.
  func store(_ target: UnsafeMutablePointer<UInt8>) {
    let out = UnsafeMutableRawPointer(target)
    // Adding 2^23 leaves the nearest whole number in the low bits, without the checks of a conversion.
    let magic = SIMD4<Float>(repeating: 8_388_608)
    for x in 0..<width {
      var pixel = pixels[x]
      let alpha = pixel.w
      var bits: UInt32 = 0
      if alpha >= 0.5 {
        if alpha < 255 {
          pixel *= 255 / alpha
          pixel.w = alpha
        }
        let whole = unsafeBitCast(pixel + magic, to: SIMD4<UInt32>.self)
        bits =
          whole.x & 255 | (whole.y & 255) &<< 8 | (whole.z & 255) &<< 16 | (whole.w & 255) &<< 24
      }
      out.storeBytes(of: bits.littleEndian, toByteOffset: 4 &* x, as: UInt32.self)
    }
  }
}
