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

  /// Adds a number of a colour.
  mutating func addColor(_ number: Double) {
    guard number.isFinite else { return }
    colors.append(number)
    largestColor = max(largestColor, number)
  }

  /// Adds a number of alpha.
  mutating func addAlpha(_ number: Double) {
    if number.isFinite { largestAlpha = max(largestAlpha, number) }
  }
}
