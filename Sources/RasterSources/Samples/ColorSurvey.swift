/// What was found of the colours of an image whose stretch depends on them.
public struct ColorSurvey: Hashable, Sendable {
  /// The steps between two ``quantiles`` of all.
  private static let steps = 200

  /// Whether the image would be stretched by what was found.
  package let isStretched: Bool
  /// The numbers below which 0, 0.5, 1 … 100 % of the colours are, as far as they were looked at;
  /// ascending, and empty for none.
  package let quantiles: [Double]
  /// The largest number that a sample can be; `nil` where nothing bounds them.
  package let largestPossible: Double?

  init(ascending numbers: [Double], isStretched: Bool, largestPossible: Double?) {
    self.isStretched = isStretched
    self.largestPossible = largestPossible
    quantiles =
      numbers.isEmpty
      ? []
      : (0...Self.steps).map { step in
        numbers[Int((Double(step) / Double(Self.steps) * Double(numbers.count - 1)).rounded())]
      }
  }

  /// The range from the 2nd to the 98th percentile of the colours of several images, or from the least to
  /// the greatest where those are the same.
  package static func range(of images: [(survey: ColorSurvey, pixelCount: Int)]) -> SampleRange? {
    var weighted = images.flatMap { image in
      image.survey.quantiles.map { (number: $0, weight: Double(image.pixelCount)) }
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
    return SampleRange(
      percentiles: (percentile(0.02), percentile(0.98)), of: (least, greatest))
  }
}

/// Numbers of an image, some or all, from which its stretch is found.
struct SampleSurvey {
  /// About how many numbers of colours a survey takes of an image.
  static let sampleCount = 1 << 20
  /// The most bytes of rows that are decoded for a survey where rows can only be read one after another.
  static let rowLimit = 1 << 28

  /// Those of the colours, all bands together.
  private(set) var colors: [Double] = []
  /// The largest of the colours, and of alpha; 0 without any.
  private(set) var largestColor = 0.0
  private(set) var largestAlpha = 0.0
  /// Whether any colour exceeds the alpha of its pixel.
  var exceedsAlpha = false

  mutating func addColor(_ number: Double) {
    guard number.isFinite else { return }
    colors.append(number)
    largestColor = max(largestColor, number)
  }

  mutating func addAlpha(_ number: Double) {
    if number.isFinite { largestAlpha = max(largestAlpha, number) }
  }
}
