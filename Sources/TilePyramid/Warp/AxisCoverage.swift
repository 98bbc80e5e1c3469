/// How much of a result's sample is on the image along one axis.
struct AxisCoverage {
  let span: Double
  let end: Double

  /// The fraction for a sample centred at a source position, `0...1`.
  @inline(__always)
  func fraction(at position: Double) -> Float {
    let (low, high) = interval(at: position)
    return high > low ? Float(min((high - low) / span, 1)) : 0
  }

  /// The part of a sample centred at a source position that is on the image.
  @inline(__always)
  func interval(at position: Double) -> (low: Double, high: Double) {
    (low: max(position - span / 2, 0), high: min(position + span / 2, end))
  }

  /// Whether a position is on the image.
  @inline(__always)
  func contains(_ position: Double) -> Bool { position >= 0 && position < end }
}
