import RasterSources
import TileImaging

/// The mixing of heights: metres in the first lane, 255 in the last for a known height.
///
/// Steps above the lowest height would use up the 24 bits of the lane.
enum HeightMixing: SampleMixing {
  @inline(__always)
  static func premultiplied(_ sample: UInt32) -> Premultiplied {
    sample < 0xFF00_0000
      ? Premultiplied(repeating: 0)
      : Premultiplied(Float(HeightSample.metres(of: sample)), 0, 0, 255)
  }

  /// Transparent when less than half of the mixture is of heights.
  @inline(__always)
  static func straight(_ value: Premultiplied, coverage: Float) -> UInt32 {
    guard value.w * coverage >= 127.5 else { return 0 }
    return HeightSample.sample(metres: Double(value.x) * 255 / Double(value.w))
  }

  /// The mean of samples, from the sums of their bytes times alpha, and of alpha.
  static func mean(
    red: UInt64, green: UInt64, blue: UInt64, alpha: UInt64, count: Int
  ) -> Premultiplied {
    guard alpha > 0 else { return Premultiplied(repeating: 0) }
    let steps = Double(red << 16 + green << 8 + blue) / Double(alpha)
    let share = Float(Double(alpha) / Double(count))
    let metres = Float(HeightSample.lowest + steps * HeightSample.step)
    return Premultiplied(metres * share / 255, 0, 0, share)
  }
}

/// The ``SampleMixing`` of a step.
enum MixingKind {
  case colors
  case light
  case heights
}

extension RenderStep {
  var mixing: MixingKind {
    options.sampleKind == .heights ? .heights : mixesLight ? .light : .colors
  }
}

/// The mixing of colours in linear light, with white as 255.
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
