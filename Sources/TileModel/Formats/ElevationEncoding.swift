/// The encoding of heights as the red, green and blue of tiles.
public enum ElevationEncoding: String, Hashable, Sendable, CaseIterable {
  /// 256 × red + green + blue / 256 − 32768 metres: steps of 1/256 m, -32768 to 32767.996 m
  /// (<https://github.com/tilezen/joerd/blob/master/docs/formats.md>).
  case terrarium
  /// (65536 × red + 256 × green + blue) / 10 − 10000 metres: steps of 0.1 m, -10000 to 1667721.5 m
  /// (<https://docs.mapbox.com/data/tilesets/reference/mapbox-terrain-rgb-v1>).
  case mapbox

  /// The height step of one unit of blue, in metres.
  public var precision: Double { 1 / stepsPerMetre }

  /// The least height, which is black, in metres.
  public var lowest: Double { self == .terrarium ? -32768 : -10000 }

  /// The greatest height, which is white, in metres.
  public var highest: Double { lowest + Double(Self.largestNumber) / stepsPerMetre }

  /// The height of a colour, in metres.
  public func height(red: UInt8, green: UInt8, blue: UInt8) -> Double {
    lowest + Double(Int(red) << 16 | Int(green) << 8 | Int(blue)) / stepsPerMetre
  }

  /// The 24-bit colour nearest a height, clamped to ``lowest`` and ``highest``; 0 for NaN.
  ///
  /// - Parameter height: In metres.
  /// - Returns: A number below 2^24: red, green and blue from the highest bits down.
  public func number(ofHeight height: Double) -> UInt32 {
    let steps = ((height - lowest) * stepsPerMetre).rounded()
    guard steps > 0 else { return 0 }
    return steps < Double(Self.largestNumber) ? UInt32(steps) : Self.largestNumber
  }

  private static let largestNumber: UInt32 = 0xFF_FFFF
  private var stepsPerMetre: Double { self == .terrarium ? 256 : 10 }
}
