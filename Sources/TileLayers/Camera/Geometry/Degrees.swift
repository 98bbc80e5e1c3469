import Platform

/// Arithmetic on angles in degrees that loses nothing where the result is exact.
///
/// The result is NaN where an angle is not finite.
enum Degrees {
  /// Into [-180, 180); values in the range are unchanged, 180 becomes -180.
  static func wrappedLongitude(_ longitude: Double) -> Double {
    wrapped(longitude, into: -180..<180)
  }

  /// Into [0, 360); values in the range are unchanged.
  static func wrappedBearing(_ bearing: Double) -> Double { wrapped(bearing, into: 0..<360) }

  /// Along the short way, in [-180, 180), for longitudes in [-180, 180].
  ///
  /// Exact for neighbours, also across the antimeridian.
  static func shortestDifference(fromLongitude start: Double, to end: Double) -> Double {
    let plain = end - start
    // Each side is moved next to zero first: adding 360 to the difference would round it.
    if plain >= 180 { return (end - 180) - (start + 180) }
    if plain < -180 { return (end + 180) - (start - 180) }
    return plain
  }

  /// Exact at every multiple of 90.
  static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
    let quarters = (degrees / 90).rounded()
    let rest = (degrees - quarters * 90) * .pi / 180
    let (sine, cosine) = (sin(rest), cos(rest))
    switch quarters.truncatingRemainder(dividingBy: 4) {
    case 1, -3: return (cosine, -sine)
    case 2, -2: return (-sine, -cosine)
    case 3, -1: return (-cosine, sine)
    default: return (sine, cosine)
    }
  }

  private static func wrapped(_ angle: Double, into range: Range<Double>) -> Double {
    guard angle.isFinite else { return .nan }
    guard !range.contains(angle) else { return angle }
    let result = angle - 360 * ((angle - range.lowerBound) / 360).rounded(.down)
    // Rounding can carry a value just below the range to its excluded end, and one at the end past
    // its start.
    return result >= range.upperBound ? range.lowerBound : max(result, range.lowerBound)
  }
}
