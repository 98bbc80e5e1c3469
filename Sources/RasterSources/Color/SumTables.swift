import TileImaging

/// Converts pixels with additive light: three look-ups, two sums, and a look-up for each result.
///
/// Equal samples have a table of their own where grey stays grey, since rounding must not tint them.
struct SumTables: Sendable {
  /// Steps of linear light in 0...1: the largest error, in the darkest part, is 0.2 of an 8-bit level.
  private static let lightSteps: Int32 = 1 << 14
  private static let fractionBits: Int32 = 10

  private static let samples: [UInt8] = (0...Int(lightSteps)).map { step in
    UInt8((255 * SRGBCurve.sample(of: Double(step) / Double(lightSteps))).rounded())
  }

  private let sampleCount: Int
  /// Contribution of each red value, then of green and of blue; empty where all pixels are grey.
  private let sums: [SIMD4<Int32>]
  private let grey: [UInt8]

  init(sampleCount: Int, _ transform: LittleCMSTransform) {
    self.sampleCount = sampleCount
    let ramp = (0..<sampleCount).map { Float($0) / Float(sampleCount - 1) }
    if transform.channels == 1 {
      let light = transform.light(of: ramp)
      sums = []
      grey = light.map { Self.sample(of: $0.y) }
      return
    }
    let black = transform.light(of: [0, 0, 0])[0]
    var sums: [SIMD4<Int32>] = []
    sums.reserveCapacity(3 * sampleCount)
    for channel in 0..<3 {
      let colors = ramp.flatMap { sample in (0..<3).map { $0 == channel ? sample : 0 } }
      for light in transform.light(of: colors) {
        // Red has the light of black, and the half by which the sum is rounded.
        let part = light - (channel == 0 ? .zero : black)
        let half = channel == 0 ? Int32(1) << (Self.fractionBits - 1) : 0
        let scaled = part * Double(Self.lightSteps << Self.fractionBits)
        sums.append(
          SIMD4(
            Int32(scaled.x.rounded()) + half, Int32(scaled.y.rounded()) + half,
            Int32(scaled.z.rounded()) + half, 0))
      }
    }
    self.sums = sums
    let neutral = transform.light(of: ramp.flatMap { [$0, $0, $0] })
    // Less than half a level of 8 bits, which is more than the rounding of a profile's numbers makes.
    let isGrey = neutral.allSatisfy { $0.max() - $0.min() < 0.004 * max($0.y, 0.01) }
    grey = isGrey ? neutral.map { Self.sample(of: $0.y) } : []
  }

  static func areExact(for transform: LittleCMSTransform) -> Bool {
    if transform.channels == 1 { return true }
    let steps: [Float] = [0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 1]
    let cube = steps.flatMap { red in
      steps.flatMap { green in steps.map { blue in SIMD3(red, green, blue) } }
    }
    func light(_ mask: SIMD3<Float>) -> [SIMD3<Double>] {
      transform.light(of: cube.flatMap { [$0.x * mask.x, $0.y * mask.y, $0.z * mask.z] })
    }
    let (all, black) = (light(SIMD3(1, 1, 1)), transform.light(of: [0, 0, 0])[0])
    let parts = [light(SIMD3(1, 0, 0)), light(SIMD3(0, 1, 0)), light(SIMD3(0, 0, 1))]
    return cube.indices.allSatisfy { index in
      let sum = parts[0][index] + parts[1][index] + parts[2][index] - black - black
      return (0..<3).allSatisfy { abs(sum[$0] - all[index][$0]) < 1.5e-4 }
    }
  }

  private static func sample(of light: Double) -> UInt8 {
    samples[Int((min(max(light, 0), 1) * Double(lightSteps)).rounded())]
  }

  /// Straight RGBA8, in place; pixels of alpha 0 stay 0.
  func convert(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    withTables { convert in
      let words = UnsafeMutableRawPointer(pixels)
      // Neighbours are often the same, above all in plans.
      var (last, result): (UInt32, UInt32) = (0, 0)
      for index in 0..<count {
        let word = UInt32(
          littleEndian: words.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
        if word != last {
          last = word
          let color = convert(Int(word & 255), Int(word &>> 8 & 255), Int(word &>> 16 & 255))
          result = word &>> 24 == 0 ? 0 : color | word & 0xFF00_0000
        }
        words.storeBytes(of: result.littleEndian, toByteOffset: 4 &* index, as: UInt32.self)
      }
    }
  }

  func convertWords(
    red: UnsafePointer<UInt16>, green: UnsafePointer<UInt16>, blue: UnsafePointer<UInt16>,
    count: Int, into pixels: UnsafeMutablePointer<UInt8>
  ) {
    withTables { convert in
      let words = UnsafeMutableRawPointer(pixels)
      for index in 0..<count {
        let color = convert(Int(red[index]), Int(green[index]), Int(blue[index]))
        words.storeBytes(
          of: (color | 0xFF00_0000).littleEndian, toByteOffset: 4 &* index, as: UInt32.self)
      }
    }
  }

  @inline(__always)
  private func withTables(_ body: ((Int, Int, Int) -> UInt32) -> Void) {
    let sampleCount = sampleCount
    let (hasSums, hasGrey) = (!sums.isEmpty, !grey.isEmpty)
    sums.withUnsafeBufferPointer { sums in
      grey.withUnsafeBufferPointer { grey in
        Self.samples.withUnsafeBufferPointer { samples in
          let limit = SIMD4<Int32>(repeating: Self.lightSteps)
          let (greens, blues) = (sampleCount, 2 &* sampleCount)
          body { red, green, blue in
            if hasGrey, !hasSums || (red == green && green == blue) {
              return UInt32(grey[red]) &* 0x01_0101
            }
            let sum = sums[red] &+ sums[greens &+ green] &+ sums[blues &+ blue]
            let light = pointwiseMin(pointwiseMax(sum &>> Self.fractionBits, .zero), limit)
            return UInt32(samples[Int(light.x)]) | UInt32(samples[Int(light.y)]) &<< 8
              | UInt32(samples[Int(light.z)]) &<< 16
          }
        }
      }
    }
  }
}
