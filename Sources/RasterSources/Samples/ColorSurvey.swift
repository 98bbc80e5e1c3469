/// Distribution of an image's colours, where their stretch depends on it.
package struct ColorSurvey: Hashable, Sendable {
  private static let steps = 200

  package let isStretched: Bool
  /// Quantiles at 0, 0.5, 1 … 100 %, ascending; empty for no colours.
  package let quantiles: [Double]
  package let largestPossible: Double?
  /// Fraction of the samples that are colours, and not nodata.
  private let colorFraction: Double

  init(
    ascending numbers: [Double], ofSamples count: Int, isStretched: Bool, largestPossible: Double?
  ) {
    self.isStretched = isStretched
    self.largestPossible = largestPossible
    colorFraction = Double(numbers.count) / Double(max(1, count))
    quantiles =
      numbers.isEmpty
      ? []
      : (0...Self.steps).map { step in
        numbers[Int((Double(step) / Double(Self.steps) * Double(numbers.count - 1)).rounded())]
      }
  }

  /// 2nd to 98th percentile of the colours of several images, or their extremes where those are equal.
  package static func range(of images: [(survey: ColorSurvey, pixelCount: Int)]) -> SampleRange? {
    var weighted = images.flatMap { image in
      let weight = Double(image.pixelCount) * image.survey.colorFraction
      return image.survey.quantiles.enumerated().map { step, number in
        // The extremes stand for half as many samples as the quantiles between them.
        (number: number, weight: [0, steps].contains(step) ? weight / 2 : weight)
      }
    }
    weighted.sort { $0.number < $1.number }
    guard let least = weighted.first?.number, let greatest = weighted.last?.number else {
      return nil
    }
    let whole = weighted.reduce(0) { $0 + $1.weight }
    func percentile(_ part: Double) -> Double {
      var sum = 0.0
      for entry in weighted {
        sum += entry.weight
        if sum >= part * whole { return entry.number }
      }
      return greatest
    }
    return SampleRange(percentiles: (percentile(0.02), percentile(0.98)), of: (least, greatest))
  }
}

/// Values of an image, some or all, from which its stretch is found.
struct SampleSurvey {
  static let wantedCount = 1 << 20
  /// In bytes, where rows can only be read in order.
  static let rowLimit = 1 << 28

  private(set) var colors: [Double] = []
  /// Samples of colour bands that were looked at, with those that are nodata.
  private(set) var sampleCount = 0
  private(set) var largestColor = 0.0
  private(set) var largestAlpha = 0.0
  var exceedsAlpha = false

  mutating func addColor(_ number: Double, isNoData: Bool) {
    sampleCount += 1
    guard number.isFinite, !isNoData else { return }
    colors.append(number)
    largestColor = max(largestColor, number)
  }

  mutating func addAlpha(_ number: Double) {
    if number.isFinite { largestAlpha = max(largestAlpha, number) }
  }
}
