/// Samples are mixed in linear light, of which white is 255.
enum LightMixing: SampleMixing {
  @inline(__always)
  static func premultiplied(_ sample: UInt32) -> Premultiplied {
    let levels = LightScale.levels
    let alpha = Float(sample &>> 24)
    let color = Premultiplied(
      levels[Int(sample & 0xFF)], levels[Int((sample &>> 8) & 0xFF)],
      levels[Int((sample &>> 16) & 0xFF)], 255)
    return sample >= 0xFF00_0000 ? color : color * (alpha * (1 / 255))
  }

  @inline(__always)
  static func straight(_ value: Premultiplied, coverage: Float) -> UInt32 {
    let alpha = value.w
    guard alpha > 0 else { return 0 }
    let opacity = Premultiplication.nearestLevel(min(alpha, 255) * coverage)
    guard opacity != 0 else { return 0 }
    // Weights add up to 1 but for rounding: within this of 255 nothing transparent was mixed in.
    let scale = abs(alpha - 255) < 1e-4 ? 1 : 255 / alpha
    let shown = LightScale.samples
    @inline(__always)
    func sample(_ light: Float) -> UInt32 {
      let units = light * scale * Float(LightScale.white / 255)
      let low: Float = units > 0 ? units : 0
      return UInt32(shown[Int(low < 0xFFFF ? low : 0xFFFF) &+ 1])
    }
    return sample(value.x) | sample(value.y) &<< 8 | sample(value.z) &<< 16 | opacity &<< 24
  }
}
