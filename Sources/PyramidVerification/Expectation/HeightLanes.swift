import TileImaging

/// Heights in the form of premultiplied colours.
///
/// The first lane holds steps of 1/256 m above 0, times the fraction of the sample that has a height. The
/// last lane holds 255 times that fraction.
enum HeightLanes {
  @inline(__always)
  static func value(_ sample: UInt32) -> SIMD4<Float> {
    let sample = UInt32(littleEndian: sample)
    guard sample >= 0xFF00_0000 else { return SIMD4() }
    return SIMD4(Float(Int(HeightSample.steps(of: sample)) - zero), 0, 0, 255)
  }

  static func value(_ mean: SIMD4<Double>) -> SIMD4<Float> {
    let weighted = mean.x * 65536 + mean.y * 256 + mean.z
    return SIMD4(Float(weighted - Double(zero) * mean.w / 255), 0, 0, Float(mean.w))
  }

  @inline(__always)
  static func sample(_ sum: SIMD4<Float>, coverage: Float) -> SIMD4<Float> {
    guard sum.w * coverage >= 127.5 else { return SIMD4() }
    return SIMD4(sum.x * (255 / sum.w), 0, 0, 255)
  }

  private static let zero = 32768 * 256
}
