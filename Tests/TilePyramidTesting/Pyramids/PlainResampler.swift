import Foundation
import Georeferencing
import RasterSources
package import TileImaging

/// North-up resampling as the textbook has it, in Double, one sample at a time.
package struct PlainResampler {
  private let samples: [SIMD4<Double>]
  private let width: Int
  private let height: Int
  private let end: (x: Double, y: Double)
  private let scale: Double
  private let kernel: Resampling

  /// Reads an image whose samples are resampled `scale` to one.
  ///
  /// From a reduction of 6 on, whole blocks are averaged first, and what remains is left to the
  /// kernel; nearest and the area mean go without.
  package init(_ raster: SyntheticRaster, scale: Double, kernel: Resampling) {
    let source = raster.samples
    self.init(raster.size, scale: scale, kernel: kernel) { x, y in
      let offset = 4 * (y * raster.size.width + x)
      let alpha = Double(source[offset + 3])
      return SIMD4(
        Double(source[offset]), Double(source[offset + 1]), Double(source[offset + 2]), 255)
        * (alpha / 255)
    }
  }

  /// Reads heights, which count where they are.
  package init(_ field: HeightField, scale: Double, kernel: Resampling) {
    self.init(field.size, scale: scale, kernel: kernel) { x, y in
      field[x, y].map { SIMD4($0, 0, 0, 255) } ?? SIMD4(repeating: 0)
    }
  }

  /// Reads samples times what there is of them, which is their last lane, 0 to 255.
  private init(
    _ size: PixelSize, scale: Double, kernel: Resampling,
    value: (_ x: Int, _ y: Int) -> SIMD4<Double>
  ) {
    let block = kernel == .nearest || kernel == .average ? 1 : max(1, Int(scale / 3))
    (width, height) = ((size.width + block - 1) / block, (size.height + block - 1) / block)
    var reduced: [SIMD4<Double>] = []
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD4<Double>(repeating: 0)
        var count = 0.0
        for row in y * block..<min((y + 1) * block, size.height) {
          for column in x * block..<min((x + 1) * block, size.width) {
            sum += value(column, row)
            count += 1
          }
        }
        reduced.append(sum / count)
      }
    }
    samples = reduced
    end = (Double(size.width) / Double(block), Double(size.height) / Double(block))
    self.scale = scale / Double(block)
    self.kernel = kernel
  }

  /// The straight colour and alpha of the result's sample whose west and north edges are at a
  /// distance from the image's, in samples of the result; not rounded.
  package func sample(x: Double, y: Double) -> SIMD4<Double> {
    let (sum, coverage, _) = mixture(x: x, y: y)
    guard sum.w > 0 else { return SIMD4(repeating: 0) }
    var color = (sum * (255 / sum.w)).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    color.w = min(sum.w, 255) * coverage
    return color
  }

  /// The height there in metres, which part of the sample has one, and by how much errors of the heights of the
  /// image, none of which are larger than 1, can be those of the mean.
  package func height(x: Double, y: Double) -> (
    metres: Double, share: Double, amplification: Double
  ) {
    let (sum, coverage, magnitude) = mixture(x: x, y: y)
    guard sum.w > 0 else { return (0, 0, 1) }
    return (255 * sum.x / sum.w, sum.w / 255 * coverage, magnitude / sum.w)
  }

  /// The sum of weighted samples, what of the place is on the image, and the sum of what there is of the samples
  /// by weights without signs.
  private func mixture(
    x: Double, y: Double
  ) -> (sum: SIMD4<Double>, coverage: Double, magnitude: Double) {
    let across = weights(from: x * scale, count: width, end: end.x)
    let down = weights(from: y * scale, count: height, end: end.y)
    guard let across, let down else { return (SIMD4(repeating: 0), 0, 0) }
    var sum = SIMD4<Double>(repeating: 0)
    var magnitude = 0.0
    for (row, weightY) in down.taps {
      for (column, weightX) in across.taps {
        let sample = samples[row * width + column]
        sum += sample * weightX * weightY
        magnitude += sample.w * abs(weightX * weightY)
      }
    }
    return (sum, across.coverage * down.coverage, magnitude)
  }

  private func weights(
    from low: Double, count: Int, end: Double
  ) -> (taps: [(Int, Double)], coverage: Double)? {
    let high = low + scale
    let center = low + scale / 2
    let inside = min(high, end) - max(low, 0)
    guard inside > 0 else { return nil }
    if kernel == .nearest {
      guard center >= 0, center < end else { return nil }
      return ([(min(Int(center), count - 1), 1)], 1)
    }
    let widening = max(1, scale)
    var taps: [(Int, Double)] = []
    let reach = kernel == .average ? 0 : kernel.radius * widening
    for index in Int(
      (center - max(reach, scale) - 2).rounded(.down))...Int(center + max(reach, scale) + 2)
    {
      let weight: Double
      if kernel == .average {
        weight = max(0, min(high, end, Double(index + 1)) - max(low, 0, Double(index)))
      } else {
        weight = Self.value(kernel, (Double(index) + 0.5 - center) / widening)
      }
      if weight != 0 { taps.append((min(max(index, 0), count - 1), weight)) }
    }
    let sum = taps.reduce(0) { $0 + $1.1 }
    return (taps.map { ($0.0, $0.1 / sum) }, inside / scale)
  }

  /// The kernels by their published formulas.
  private static func value(_ kernel: Resampling, _ distance: Double) -> Double {
    let t = abs(distance)
    func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
    switch kernel {
    case .bilinear: return max(0, 1 - t)
    case .cubic:
      // Keys 1981, a = −1/2.
      if t < 1 { return 1.5 * t * t * t - 2.5 * t * t + 1 }
      return t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2 : 0
    case .lanczos: return t < 3 ? sinc(t) * sinc(t / 3) : 0
    case .nearest, .average: return t <= 0.5 ? 1 : 0
    }
  }
}

extension PlainResampler {
  /// The errors of a plane, compared with an image that was resampled so.
  package struct Errors: Sendable {
    /// The largest error of alpha.
    package private(set) var alpha = 0.0
    /// The largest error of colour times alpha.
    package private(set) var premultiplied = 0.0
    /// The largest error of colour where a tenth shows: a sum of large weights that cancel, divided by another
    /// such sum, is exact to a level there.
    package private(set) var straight = 0.0

    fileprivate mutating func add(_ found: SIMD4<Double>, _ exact: SIMD4<Double>) {
      alpha = max(alpha, abs(found.w - exact.w))
      for channel in 0..<3 {
        let error = abs(found[channel] - exact[channel])
        if exact.w >= 25 { straight = max(straight, error) }
        premultiplied = max(
          premultiplied, abs(found[channel] * found.w - exact[channel] * exact.w) / 255)
      }
    }
  }

  /// Compares a plane, in which the north-west corner of the image is at a world pixel.
  package func errors(of plane: Plane, imageAt origin: (x: Double, y: Double)) -> Errors {
    var errors = Errors()
    plane.forEach { x, y, sample in
      errors.add(
        SIMD4<Double>(sample), self.sample(x: Double(x) - origin.x, y: Double(y) - origin.y))
    }
    return errors
  }
}
