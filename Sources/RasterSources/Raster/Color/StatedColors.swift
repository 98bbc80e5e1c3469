/// The chromaticities x and y of white and of the three primaries (CIE 1931).
struct Chromaticities: Hashable, Sendable {
  /// A chromaticity.
  struct Point: Hashable, Sendable {
    let x: Double
    let y: Double

    init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  let white: Point
  let red: Point
  let green: Point
  let blue: Point

  private static let daylight = Point(0.3127, 0.3290)

  /// Those of sRGB (IEC 61966-2-1), which are those of ITU-R BT.709.
  static let standard = Chromaticities(
    white: daylight, red: Point(0.64, 0.33), green: Point(0.30, 0.60), blue: Point(0.15, 0.06))
  /// Those of ITU-R BT.2020.
  static let wide = Chromaticities(
    white: daylight, red: Point(0.708, 0.292), green: Point(0.170, 0.797),
    blue: Point(0.131, 0.046))
  /// Those of Display P3 (SMPTE EG 432-1).
  static let displayP3 = Chromaticities(
    white: daylight, red: Point(0.680, 0.320), green: Point(0.265, 0.690),
    blue: Point(0.150, 0.060))

  /// Whether each is within rounding of the other's.
  func isNear(_ other: Chromaticities) -> Bool {
    zip([white, red, green, blue], [other.white, other.red, other.green, other.blue]).allSatisfy {
      abs($0.x - $1.x) < 0.002 && abs($0.y - $1.y) < 0.002
    }
  }
}

/// How a number of 0...1 becomes light of 0...1.
enum ToneCurve: Hashable, Sendable {
  /// The curve of sRGB.
  case standard
  /// A power.
  case gamma(Double)
}

extension ColorProfile {
  /// What gAMA and cHRM of a PNG say; `nil` without gAMA, and where it is not a number that a display
  /// could have.
  ///
  /// A gamma of 1/2.2 with the primaries of sRGB, or with none stated, is sRGB: writers state it so.
  ///
  /// - Parameters:
  ///   - gamma: The power from light to samples, times 100,000.
  ///   - chromaticities: Those that the file states.
  init?(gamma: Int?, chromaticities: Chromaticities?) {
    guard let gamma, (10_000...500_000).contains(gamma) else { return nil }
    let primaries = chromaticities ?? .standard
    let isStandard = primaries.isNear(.standard)
    let exponent = 100_000 / Double(gamma)
    let text = "gamma \((exponent * 100).rounded() / 100)"
    self.init(
      name: isStandard ? text : text + ", primaries of its own",
      isSRGB: isStandard && abs(exponent - 2.2) < 0.03, .primaries(primaries, .gamma(exponent)))
  }

  /// What the chunk cICP of a PNG says (ITU-T H.273): primaries, transfer, matrix, whether the range is
  /// full; `nil` where it says nothing.
  init?(codePoints points: [UInt8]) {
    guard points.count == 4 else { return nil }
    let curve: ToneCurve? =
      switch points[1] {
      case 13: .standard
      case 4: .gamma(2.2)
      case 5: .gamma(2.8)
      case 8: .gamma(1)
      default: nil
      }
    let primaries: Chromaticities? =
      switch points[0] {
      case 1: .standard
      case 9: .wide
      case 12: .displayP3
      default: nil
      }
    let name = "code points \(points.map(String.init).joined(separator: ", "))"
    guard let curve, let primaries, points[2] == 0, points[3] == 1 else {
      self.init(name: name, isSRGB: false, .named)
      return
    }
    self.init(
      name: primaries == .displayP3 && curve == .standard ? "Display P3 (\(name))" : name,
      isSRGB: primaries == .standard && curve == .standard, .primaries(primaries, curve))
  }
}
