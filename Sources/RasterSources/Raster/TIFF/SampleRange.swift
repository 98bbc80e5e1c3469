#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the numbers of a band become 0...255: linear between two of them and clamped.
struct SampleRange: Hashable, Sendable {
  /// What becomes 0.
  let low: Double
  /// What becomes 255.
  let high: Double

  /// The rounded result; 0 for what is not a number.
  func byte(_ number: Double) -> UInt8 {
    let scaled = ((number - low) / (high - low) * 255).rounded()
    // A comparison that fails for NaN.
    guard scaled > 0 else { return 0 }
    return scaled >= 255 ? 255 : UInt8(scaled)
  }

  /// The range of ``SampleStretch/none`` for samples of a kind.
  static func unstretched(_ image: TIFFImage) -> SampleRange {
    image.format == .unsigned && image.bitsPerSample <= 16
      ? SampleRange(low: 0, high: Double((1 << image.bitsPerSample) - 1))
      : SampleRange(low: 0, high: 255)
  }

  /// The range of an alpha band: by depth, floating numbers from 0 to 1.
  static func alpha(_ image: TIFFImage) -> SampleRange {
    switch image.format {
    case .floating: SampleRange(low: 0, high: 1)
    case .unsigned: SampleRange(low: 0, high: exp2(Double(image.bitsPerSample)) - 1)
    case .signed: SampleRange(low: 0, high: exp2(Double(image.bitsPerSample - 1)) - 1)
    }
  }

  /// The range from the 2nd to the 98th percentile of numbers, which are reordered; `nil` for none.
  static func percentiles(of numbers: inout [Double]) -> SampleRange? {
    if numbers.isEmpty { return nil }
    numbers.sort()
    let last = Double(numbers.count - 1)
    let low = numbers[Int((0.02 * last).rounded(.down))]
    let high = numbers[Int((0.98 * last).rounded(.up))]
    // One value all over is black, as the least one is everywhere.
    return SampleRange(low: low, high: high > low ? high : low + max(1, low.ulp * 256))
  }
}

/// What is done with the samples of a TIFF.
struct TIFFSampleRule: Hashable, Sendable {
  /// The range of the colours.
  var range: SampleRange
  /// The value that stands for nothing.
  var noData: Double?
}
