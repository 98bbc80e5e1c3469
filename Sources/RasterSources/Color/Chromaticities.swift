/// The chromaticities x and y of white and of the three primaries (CIE 1931).
struct Chromaticities: Hashable, Sendable {
  typealias Point = SIMD2<Double>

  let white: Point
  let red: Point
  let green: Point
  let blue: Point

  private static let daylight = Point(0.3127, 0.3290)

  /// Primaries of sRGB (IEC 61966-2-1) and ITU-R BT.709.
  static let standard = Chromaticities(
    white: daylight, red: Point(0.64, 0.33), green: Point(0.30, 0.60), blue: Point(0.15, 0.06))
  /// Primaries of ITU-R BT.2020.
  static let wide = Chromaticities(
    white: daylight, red: Point(0.708, 0.292), green: Point(0.170, 0.797),
    blue: Point(0.131, 0.046))
  /// Primaries of Display P3 (SMPTE EG 432-1).
  static let displayP3 = Chromaticities(
    white: daylight, red: Point(0.680, 0.320), green: Point(0.265, 0.690),
    blue: Point(0.150, 0.060))

  func isNear(_ other: Chromaticities) -> Bool {
    [\Self.white, \.red, \.green, \.blue].allSatisfy { point in
      let (own, others) = (self[keyPath: point], other[keyPath: point])
      return abs(own.x - others.x) < 0.002 && abs(own.y - others.y) < 0.002
    }
  }
}

/// Transfer function from a value in 0...1 to linear light in 0...1.
enum ToneCurve: Hashable, Sendable {
  case standard
  case gamma(Double)
}
