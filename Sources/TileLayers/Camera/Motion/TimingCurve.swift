/// Progress of an animation over time: a cubic Bézier curve from (0, 0) to (1, 1).
///
/// The abscissa is the fraction of the time, the ordinate the fraction of the way. The named curves have
/// the control points of Core Animation and CSS.
package struct TimingCurve: Hashable, Sendable {
  package static let linear = TimingCurve(x1: 0, y1: 0, x2: 1, y2: 1)
  package static let easeIn = TimingCurve(x1: 0.42, y1: 0, x2: 1, y2: 1)
  package static let easeOut = TimingCurve(x1: 0, y1: 0, x2: 0.58, y2: 1)
  package static let easeInOut = TimingCurve(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  private let x1: Double
  private let y1: Double
  private let x2: Double
  private let y2: Double

  /// Creates a curve from its control points (x1, y1) and (x2, y2).
  ///
  /// - Precondition: Both abscissas are in 0...1, so that time runs forward. Ordinates may be outside
  ///   and make the animation swing beyond its ends.
  package init(x1: Double, y1: Double, x2: Double, y2: Double) {
    precondition(
      (0...1).contains(x1) && (0...1).contains(x2) && y1.isFinite && y2.isFinite,
      "the time of a curve runs forward")
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// The fraction of the way done after a fraction of the time.
  ///
  /// It is exactly 0 up to 0 and 1 from 1.
  package func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    if self == .linear { return time }
    // The abscissa never falls along the curve, so halving finds it; the last halvings are below
    // the resolution of the numbers.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<54 {
      let middle = (low + high) / 2
      if Self.ordinate(x1, x2, at: middle) < time { low = middle } else { high = middle }
    }
    return Self.ordinate(y1, y2, at: (low + high) / 2)
  }

  private static func ordinate(_ first: Double, _ second: Double, at t: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
  }
}
