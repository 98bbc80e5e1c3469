import Testing
import TileModel
import TilePyramidTesting

@Suite("ElevationEncoding")
struct ElevationEncodingTests {
  /// Heights of colours, as the encodings are published: in metres, and how they are written there.
  @Test(
    "Colours have the heights of the published formulas",
    arguments: [
      (ElevationEncoding.terrarium, 128, 0, 0, 0.0), (.terrarium, 0, 0, 0, -32768),
      (.terrarium, 255, 255, 255, 32767.99609375), (.terrarium, 128, 0, 128, 0.5),
      (.terrarium, 127, 255, 255, -0.00390625),
      // Everest and the Challenger Deep.
      (.terrarium, 162, 144, 220, 8848.859375), (.terrarium, 85, 74, 0, -10934),
      (.mapbox, 0, 0, 0, -10000), (.mapbox, 1, 134, 160, 0), (.mapbox, 1, 134, 161, 0.1),
      (.mapbox, 1, 134, 159, -0.1), (.mapbox, 2, 224, 73, 8848.9),
      (.mapbox, 255, 255, 255, 1_667_721.5),
    ] as [(ElevationEncoding, UInt8, UInt8, UInt8, Double)])
  func published(
    encoding: ElevationEncoding, red: UInt8, green: UInt8, blue: UInt8, height: Double
  ) {
    #expect(abs(encoding.height(red: red, green: green, blue: blue) - height) < 1e-9)
    let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    #expect(encoding.number(ofHeight: height) == number)
  }

  /// The height of a number by the published formula.
  private func formula(_ encoding: ElevationEncoding, _ number: UInt32) -> Double {
    let (red, green, blue) = (
      Double(number >> 16), Double(number >> 8 & 255), Double(number & 255)
    )
    return switch encoding {
    case .terrarium: (red * 256 + green + blue / 256) - 32768
    case .mapbox: -10000 + (red * 256 * 256 + green * 256 + blue) * 0.1
    }
  }

  @Test("Every height becomes the nearest colour", arguments: ElevationEncoding.allCases)
  func rounding(encoding: ElevationEncoding) {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let height = Double.random(in: encoding.lowest...encoding.highest, using: &generator)
      let error = formula(encoding, encoding.number(ofHeight: height)) - height
      #expect(abs(error) <= encoding.precision / 2 + 1e-9)
    }
    // Each colour's own height is that colour's, and so is what is nearly half a step from it.
    for number in stride(from: UInt32(0), through: 0xFF_FFFF, by: 4093) {
      let height = encoding.height(
        red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
      #expect(abs(height - formula(encoding, number)) < 1e-9)
      for part in [-0.49, 0, 0.49] {
        #expect(encoding.number(ofHeight: height + part * encoding.precision) == number)
      }
    }
  }

  @Test("Heights beyond the limits are the limits, and no number is black")
  func limits() {
    for encoding in ElevationEncoding.allCases {
      #expect(encoding.lowest == formula(encoding, 0))
      #expect(abs(encoding.highest - formula(encoding, 0xFF_FFFF)) < 1e-9)
      for (height, number) in [
        (encoding.lowest - 1, 0), (-1e300, 0), (-Double.infinity, 0), (.nan, 0),
        (encoding.highest + 1, 0xFF_FFFF), (1e300, 0xFF_FFFF), (.infinity, 0xFF_FFFF),
        (encoding.highest, 0xFF_FFFF), (encoding.lowest, 0),
      ] as [(Double, UInt32)] {
        #expect(encoding.number(ofHeight: height) == number, "\(encoding) \(height)")
      }
    }
    #expect(ElevationEncoding.terrarium.precision == 1.0 / 256)
    #expect(ElevationEncoding.mapbox.precision == 0.1)
  }
}
