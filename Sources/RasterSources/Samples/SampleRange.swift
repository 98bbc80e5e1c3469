import TileImaging

/// How the numbers of a band become 0...255: linear between two of them and clamped.
package struct SampleRange: Hashable, Sendable {
  /// What becomes 0.
  package let low: Double
  /// What becomes 255.
  package let high: Double

  /// The rounded result; 0 for what is not a number.
  func byte(_ number: Double) -> UInt8 {
    let scaled = ((number - low) / (high - low) * 255).rounded()
    // A comparison that fails for NaN.
    guard scaled > 0 else { return 0 }
    return scaled >= 255 ? 255 : UInt8(scaled)
  }

  /// The range of ``SampleStretch/none`` for samples of a kind.
  static func unstretched(_ layout: SampleLayout) -> SampleRange {
    SampleRange(low: 0, high: layout.isPlain ? layout.largestSample ?? 255 : 255)
  }

  /// The range of an alpha band: by depth, floating numbers from 0 to 1.
  static func alpha(_ layout: SampleLayout) -> SampleRange {
    SampleRange(low: 0, high: layout.largestSample ?? 1)
  }

  /// The range from the 2nd to the 98th percentile of numbers, which are reordered, or from the least
  /// to the greatest where those two are the same; `nil` for none.
  static func percentiles(of numbers: inout [Double]) -> SampleRange? {
    numbers.sort()
    guard let least = numbers.first, let greatest = numbers.last else { return nil }
    let last = Double(numbers.count - 1)
    let low = numbers[Int((0.02 * last).rounded(.down))]
    let high = numbers[Int((0.98 * last).rounded(.up))]
    return SampleRange(percentiles: (low, high), of: (least, greatest))
  }

}

extension SampleRange {
  /// The range between two percentiles, or that of all numbers where those are the same.
  init(percentiles: (low: Double, high: Double), of all: (least: Double, greatest: Double)) {
    if percentiles.high > percentiles.low {
      self.init(low: percentiles.low, high: percentiles.high)
    } else {
      // One value all over is black, as the least one is everywhere.
      self.init(
        low: all.least,
        high: all.greatest > all.least ? all.greatest : all.least + max(1, all.least.ulp * 256))
    }
  }
}

/// What is done with samples.
struct SampleRule: Sendable {
  var range: SampleRange
  /// The range of alpha; `nil` for that of the type.
  var alpha: SampleRange?
  /// The value that stands for nothing.
  var noData: Double?
  /// Makes sRGB of the colours, where they are not that.
  var transform: ColorTransform?
  /// The colours of the numbers of the first band, in place of those that the file means.
  var palette: [UInt32]?
  /// What makes heights of the numbers of the first band; `nil` where they are colours.
  var heights: HeightRule?
}

/// How the numbers of a band become heights.
struct HeightRule: Sendable {
  /// The metres that a number counts.
  var scale = 1.0
  /// The height of 0, in metres.
  var offset = 0.0
  /// The least height that there can be, in metres.
  var least = HeightSample.lowest - HeightSample.step / 2

  /// The height as the samples of rows hold it; 0 for what cannot be one.
  @inline(__always)
  func sample(_ number: Double) -> UInt32 {
    let metres = number * scale + offset
    // A comparison that fails for NaN.
    return metres >= least ? HeightSample.sample(metres: metres) : 0
  }
}
