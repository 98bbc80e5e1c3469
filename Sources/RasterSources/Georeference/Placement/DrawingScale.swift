/// The scale of a drawing on paper, such as 1:100.
public struct DrawingScale: Hashable, Sendable {
  /// How many units on the ground one unit on paper is, `1...1_000_000`.
  public let denominator: Double

  /// Reads a scale such as `1:100`; `nil` when the text is no such scale.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, Double(parts[0]) == 1, let value = Double(parts[1]),
      (1...1e6).contains(value)
    else { return nil }
    denominator = value
  }

  /// The size of a sample, in metres on the ground, of a drawing with so many samples per inch of paper.
  public func metresPerPixel(dotsPerInch: Double) -> Double { denominator * 0.0254 / dotsPerInch }
}
