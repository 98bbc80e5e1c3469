/// A colour with straight alpha, taken as sRGB.
public struct SnapshotColor: Hashable, Sendable {
  /// Nothing.
  public static let clear = SnapshotColor(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque white.
  public static let white = SnapshotColor(red: 255, green: 255, blue: 255)

  /// The share of red, 255 for all.
  public var red: UInt8
  /// The share of green, 255 for all.
  public var green: UInt8
  /// The share of blue, 255 for all.
  public var blue: UInt8
  /// The opacity, 255 for opaque.
  public var alpha: UInt8

  /// Creates a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads `#RRGGBB` or `#RRGGBBAA`, or returns `nil` for any other text.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let bits = digits.count == 8 ? value : value << 8 | 0xFF
    self.init(
      red: UInt8(truncatingIfNeeded: bits >> 24), green: UInt8(truncatingIfNeeded: bits >> 16),
      blue: UInt8(truncatingIfNeeded: bits >> 8), alpha: UInt8(truncatingIfNeeded: bits))
  }
}
