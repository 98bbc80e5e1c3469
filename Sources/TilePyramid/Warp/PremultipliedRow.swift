import RasterSources
import TileImaging

/// Colour × alpha in red, green and blue, alpha in the last lane, all in levels of `0...255`.
typealias Premultiplied = SIMD4<Float>

/// How samples of a kind are mixed: as colours times alpha, or as heights.
struct SampleMixing {
  /// What samples are.
  let kind: SampleKind

  /// Converts a row of samples.
  func convert(
    _ samples: UnsafePointer<UInt8>, count: Int, to row: UnsafeMutablePointer<Premultiplied>
  ) {
    switch kind {
    case .colors: Premultiplication.convert(samples, count: count, to: row)
    case .heights: HeightMixing.convert(samples, count: count, to: row)
    }
  }

  /// Converts one mixed sample back.
  ///
  /// - Parameters:
  ///   - value: The mixed sample, possibly out of range.
  ///   - coverage: The fraction of the sample that is on the image.
  /// - Returns: The sample, red in the low byte.
  @inline(__always)
  func sample(_ value: Premultiplied, coverage: Float) -> UInt32 {
    kind == .colors
      ? Premultiplication.straight(value, coverage: coverage)
      : HeightMixing.sample(value, coverage: coverage)
  }
}

/// Heights while they are mixed: metres in the first lane, 255 in the last where there is one.
///
/// Metres, and not steps above the lowest height, since these would use up the 24 bits of the lane.
enum HeightMixing {
  /// Converts a row of samples.
  static func convert(
    _ samples: UnsafePointer<UInt8>, count: Int, to row: UnsafeMutablePointer<Premultiplied>
  ) {
    let raw = UnsafeRawPointer(samples)
    for index in 0..<count {
      let sample = raw.loadUnaligned(fromByteOffset: index &<< 2, as: UInt32.self)
      row[index] =
        sample < 0xFF00_0000
        ? Premultiplied(repeating: 0)
        : Premultiplied(Float(HeightSample.metres(of: sample)), 0, 0, 255)
    }
  }

  /// The nearest sample of a mixture; none where less than half of it is of heights.
  @inline(__always)
  static func sample(_ value: Premultiplied, coverage: Float) -> UInt32 {
    guard value.w * coverage >= 127.5 else { return 0 }
    return HeightSample.sample(metres: Double(value.x) * 255 / Double(value.w))
  }

  /// The mean of samples of which the bytes, and alpha, add up to these sums over opaque samples alone.
  static func mean(
    red: UInt64, green: UInt64, blue: UInt64, alpha: UInt64, count: Int
  ) -> Premultiplied {
    guard alpha > 0 else { return Premultiplied(repeating: 0) }
    // Each byte was multiplied with 255.
    let steps = Double(red << 16 + green << 8 + blue) / Double(alpha)
    let share = Float(Double(alpha) / Double(count))
    let metres = Float(HeightSample.lowest + steps * HeightSample.step)
    return Premultiplied(metres * share / 255, 0, 0, share)
  }
}

/// Conversions between straight RGBA8 and premultiplied samples.
enum Premultiplication {
  /// Converts a row of straight samples.
  static func convert(
    _ samples: UnsafePointer<UInt8>, count: Int, to row: UnsafeMutablePointer<Premultiplied>
  ) {
    let raw = UnsafeRawPointer(samples)
    for index in 0..<count {
      let sample = raw.loadUnaligned(fromByteOffset: index &<< 2, as: UInt32.self)
      row[index] = premultiplied(sample)
    }
  }

  /// Converts one straight sample, red in the low byte.
  @inline(__always)
  static func premultiplied(_ sample: UInt32) -> Premultiplied {
    let red = Float(sample & 0xFF)
    let green = Float((sample &>> 8) & 0xFF)
    let blue = Float((sample &>> 16) & 0xFF)
    let alpha = Float(sample &>> 24)
    let color = Premultiplied(red, green, blue, 255)
    // An opaque sample is taken as it is: c × 255 / 255 need not be c in floating point.
    return sample >= 0xFF00_0000 ? color : color * (alpha * (1 / 255))
  }

  /// Mixes `tapsX` by `tapsY` samples, from the first of `samples` on, of rows that are `width` apart;
  /// `across` and `down` give the weight of a column and of a row, in all lanes.
  @inline(__always)
  static func sum(
    _ samples: UnsafePointer<Premultiplied>, _ width: Int, _ tapsX: Int, _ tapsY: Int,
    across: (Int) -> Premultiplied, down: (Int) -> Premultiplied
  ) -> Premultiplied {
    var total = Premultiplied(repeating: 0)
    var row = samples
    for j in 0..<tapsY {
      var sum = Premultiplied(repeating: 0)
      for i in 0..<tapsX { sum += row[i] * across(i) }
      total += sum * down(j)
      row += width
    }
    return total
  }

  /// Converts one mixed sample back, rounding to the nearest level.
  ///
  /// Kernels with negative lobes overshoot; colours are clamped here, after the division, and never
  /// before. What has less than half a level of alpha becomes transparent black.
  ///
  /// - Parameters:
  ///   - value: The premultiplied sample, possibly out of range.
  ///   - coverage: The fraction of the sample that is on the image, which scales its alpha.
  /// - Returns: The straight sample, red in the low byte.
  @inline(__always)
  static func straight(_ value: Premultiplied, coverage: Float) -> UInt32 {
    let alpha = value.w
    // Weights add up to 1 but for rounding: within this of 255 nothing transparent was mixed in.
    if abs(alpha - 255) < 1e-4, coverage == 1 { return opaqueSample(value) }
    guard alpha > 0 else { return 0 }
    let opacity = nearestLevel(min(alpha, 255) * coverage)
    guard opacity != 0 else { return 0 }
    let scale = alpha == 255 ? 1 : 255 / alpha
    return nearestLevel(value.x * scale) | nearestLevel(value.y * scale) &<< 8
      | nearestLevel(value.z * scale) &<< 16 | opacity &<< 24
  }

  /// An opaque sample, rounded as ``nearestLevel(_:)`` does; four lanes at once.
  @inline(__always)
  private static func opaqueSample(_ value: Premultiplied) -> UInt32 {
    let low = value.replacing(with: 0, where: value .< 0)
    let clamped = low.replacing(with: 255, where: low .> 255)
    let bits = unsafeBitCast(clamped + Premultiplied(repeating: 0x1p23), to: SIMD4<UInt32>.self)
    return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: bits), to: UInt32.self) | 0xFF00_0000
  }

  /// The nearest whole number of `0...255`; exact halves go to the even one.
  @inline(__always)
  private static func nearestLevel(_ value: Float) -> UInt32 {
    let low: Float = value > 0 ? value : 0
    let clamped: Float = low < 255 ? low : 255
    // Adding 2^23 leaves the nearest whole number in the low bits.
    return (clamped + 0x1p23).bitPattern & 0xFF
  }
}
