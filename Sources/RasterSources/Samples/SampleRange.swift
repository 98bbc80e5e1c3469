import TileImaging

/// Linear map of a band's values to 0...255, clamped.
package struct SampleRange: Hashable, Sendable {
  package let low: Double
  package let high: Double

  /// Rounded; 0 for NaN.
  func byte(_ number: Double) -> UInt8 {
    let scaled = ((number - low) / (high - low) * 255).rounded()
    // A comparison that fails for NaN.
    guard scaled > 0 else { return 0 }
    return scaled >= 255 ? 255 : UInt8(scaled)
  }

  static func unstretched(_ layout: SampleLayout) -> SampleRange {
    SampleRange(low: 0, high: layout.isPlain ? layout.largestSample ?? 255 : 255)
  }

  /// Decided by depth; 0 to 1 for floating-point numbers.
  static func alpha(_ layout: SampleLayout) -> SampleRange {
    SampleRange(low: 0, high: layout.largestSample ?? 1)
  }

  /// 2nd to 98th percentile, or the extremes where those are equal.
  ///
  /// Reorders `numbers`; `nil` for none.
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

/// Conversion of stored samples to RGBA8, or to encoded heights.
struct SampleRule: Sendable {
  var range: SampleRange
  var alpha: SampleRange?
  var noData: Double?
  var transform: ColorTransform?
  var palette: [UInt32]?
  var heights: HeightRule?
}

/// Linear map from a band's values to elevations.
struct HeightRule: Sendable {
  /// In metres.
  var scale = 1.0
  /// In metres.
  var offset = 0.0
  /// Least encodable elevation, in metres.
  var least = HeightSample.lowest - HeightSample.step / 2

  /// The encoded elevation; 0 for one out of range.
  @inline(__always)
  func sample(_ number: Double) -> UInt32 {
    let metres = number * scale + offset
    // A comparison that fails for NaN.
    return metres >= least ? HeightSample.sample(metres: metres) : 0
  }
}
