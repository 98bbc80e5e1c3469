/// A colour of 8-bit samples with straight alpha, taken as sRGB.
public struct PixelColor: Hashable, Sendable {
  /// Nothing.
  public static let clear = PixelColor(0, 0, 0, alpha: 0)
  /// Opaque white.
  public static let white = PixelColor(255, 255, 255)

  /// Red, `0...255`.
  public var red: UInt8
  /// Green, `0...255`.
  public var green: UInt8
  /// Blue, `0...255`.
  public var blue: UInt8
  /// Opacity, `0...255`.
  public var alpha: UInt8

  /// Creates a colour.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads `#RRGGBB` or `#RRGGBBAA`; `nil` for any other text.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ hexValue($0) != nil }), let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let bits = digits.count == 8 ? value : value << 8 | 0xFF
    self.init(
      UInt8(truncatingIfNeeded: bits >> 24), UInt8(truncatingIfNeeded: bits >> 16),
      UInt8(truncatingIfNeeded: bits >> 8), alpha: UInt8(truncatingIfNeeded: bits))
  }

  private static let named: [String: PixelColor] = [
    "black": PixelColor(0, 0, 0), "silver": PixelColor(192, 192, 192),
    "gray": PixelColor(128, 128, 128), "grey": PixelColor(128, 128, 128),
    "white": .white, "maroon": PixelColor(128, 0, 0), "red": PixelColor(255, 0, 0),
    "purple": PixelColor(128, 0, 128), "fuchsia": PixelColor(255, 0, 255),
    "green": PixelColor(0, 128, 0), "lime": PixelColor(0, 255, 0), "olive": PixelColor(128, 128, 0),
    "yellow": PixelColor(255, 255, 0), "navy": PixelColor(0, 0, 128), "blue": PixelColor(0, 0, 255),
    "teal": PixelColor(0, 128, 128), "aqua": PixelColor(0, 255, 255), "transparent": .clear,
  ]

  /// Reads a colour as a person writes it, in upper or lower case; `nil` for any other text.
  ///
  /// Takes `#RRGGBB`, `#RRGGBBAA`, `transparent` and the basic colour names of CSS, such as
  /// `white`.
  public init?(text: String) {
    guard let color = PixelColor(hexadecimal: text) ?? Self.named[text.lowercased()] else {
      return nil
    }
    self = color
  }

  package var opaqueHexadecimal: String {
    let value = 1 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    return "#" + String(value, radix: 16, uppercase: true).dropFirst()
  }
}
