/// Colour × alpha in red, green and blue, alpha in the last lane, all in levels of `0...255`.
typealias Premultiplied = SIMD4<Float>

/// An arithmetic of mixing samples, with conversions from and to straight RGBA8.
protocol SampleMixing {
  /// `sample` has red in the low byte.
  static func premultiplied(_ sample: UInt32) -> Premultiplied
  /// Converts one mixed sample back, rounding to the nearest level.
  ///
  /// Kernels with negative lobes overshoot; colours are clamped here, after the division, and never
  /// before. A sample with less than half a level of alpha becomes transparent black.
  static func straight(_ value: Premultiplied, coverage: Float) -> UInt32
  static func straight(
    _ values: SIMD16<Float>, coverage: SIMD4<Float>, into out: UnsafeMutablePointer<UInt32>)
  static func convert(
    _ samples: UnsafePointer<UInt8>, count: Int, to row: UnsafeMutablePointer<Premultiplied>)
}

extension SampleMixing {
  @inline(__always)
  static func straight(
    _ values: SIMD16<Float>, coverage: SIMD4<Float>, into out: UnsafeMutablePointer<UInt32>
  ) {
    each(values) { index, value in out[index] = straight(value, coverage: coverage[index]) }
  }

  @inline(__always)
  fileprivate static func each(_ values: SIMD16<Float>, _ body: (Int, Premultiplied) -> Void) {
    body(0, values.lowHalf.lowHalf)
    body(1, values.lowHalf.highHalf)
    body(2, values.highHalf.lowHalf)
    body(3, values.highHalf.highHalf)
  }

  static func convert(
    _ samples: UnsafePointer<UInt8>, count: Int, to row: UnsafeMutablePointer<Premultiplied>
  ) {
    let raw = UnsafeRawPointer(samples)
    for index in 0..<count {
      let sample = raw.loadUnaligned(fromByteOffset: index &<< 2, as: UInt32.self)
      row[index] = premultiplied(sample)
    }
  }
}

enum Premultiplication: SampleMixing {
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

  static func convert(
    _ samples: UnsafePointer<UInt8>, count: Int, to row: UnsafeMutablePointer<Premultiplied>
  ) {
    let raw = UnsafeRawPointer(samples)
    var index = 0
    while index < count {
      if index &+ 4 <= count {
        let four = raw.loadUnaligned(fromByteOffset: index &<< 2, as: SIMD4<UInt32>.self)
        if four.x & four.y & four.z & four.w >= 0xFF00_0000 {
          let bytes = unsafeBitCast(four, to: SIMD16<UInt8>.self)
          UnsafeMutableRawPointer(row + index).storeBytes(
            of: SIMD16<Float>(SIMD16<Int32>(truncatingIfNeeded: bytes)), as: SIMD16<Float>.self)
          index &+= 4
          continue
        }
      }
      row[index] = premultiplied(raw.loadUnaligned(fromByteOffset: index &<< 2, as: UInt32.self))
      index &+= 1
    }
  }

  /// Mixes `tapsX` by `tapsY` samples of rows that are `width` apart.
  ///
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

  @inline(__always)
  static func straight(
    _ values: SIMD16<Float>, coverage: SIMD4<Float>, into out: UnsafeMutablePointer<UInt32>
  ) {
    let alpha = values.oddHalf.oddHalf - 255
    let isOpaque = all((alpha .< 1e-4) .& (alpha .> -1e-4) .& (coverage .== 1))
    each(values) { index, value in
      out[index] = isOpaque ? opaqueSample(value) : straight(value, coverage: coverage[index])
    }
  }

  /// Rounds as ``nearestLevel(_:)`` does; clamps after that, since 16 bits suffice.
  @inline(__always)
  private static func opaqueSample(_ value: Premultiplied) -> UInt32 {
    let bits = unsafeBitCast(value + Premultiplied(repeating: 0x1.8p23), to: SIMD4<Int32>.self)
    let levels = SIMD4<Int16>(truncatingIfNeeded: bits)
    let low = levels.replacing(with: 0, where: levels .< 0)
    let clamped = low.replacing(with: 255, where: low .> 255)
    return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: clamped), to: UInt32.self) | 0xFF00_0000
  }

  /// Exact halves go to the even number.
  @inline(__always)
  static func nearestLevel(_ value: Float) -> UInt32 {
    let low: Float = value > 0 ? value : 0
    let clamped: Float = low < 255 ? low : 255
    // Adding 2^23 leaves the nearest whole number in the low bits.
    return (clamped + 0x1p23).bitPattern & 0xFF
  }
}
