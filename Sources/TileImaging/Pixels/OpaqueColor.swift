import TileModel

/// A colour of three 8-bit components.
public struct OpaqueColor: Hashable, Sendable, CustomStringConvertible {
  /// White.
  public static let white = OpaqueColor(red: 255, green: 255, blue: 255)

  /// Red.
  public var red: UInt8
  /// Green.
  public var green: UInt8
  /// Blue.
  public var blue: UInt8

  /// Creates a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Reads `#RRGGBB`; `nil` for anything else.
  public init?(hexadecimal text: String) {
    guard text.utf8.count == 7, let color = PixelColor(hexadecimal: text) else { return nil }
    self.init(red: color.red, green: color.green, blue: color.blue)
  }

  /// Reads a colour as a person writes it: `#RRGGBB` or one of the basic names of CSS, such as `white`;
  /// `nil` for anything else.
  public init?(text: String) {
    if let color = OpaqueColor(hexadecimal: text) {
      self = color
    } else {
      guard !text.hasPrefix("#"), let color = PixelColor(text: text), color.alpha == 255 else {
        return nil
      }
      self.init(red: color.red, green: color.green, blue: color.blue)
    }
  }

  /// The colour as `#RRGGBB`.
  public var description: String { PixelColor(red, green, blue).opaqueHexadecimal }

  /// Composites `4 × count` bytes of straight RGBA8 over the colour, in place.
  package func composite(under samples: UnsafeMutablePointer<UInt8>, count: Int) {
    let (red, green, blue) = (UInt32(red), UInt32(green), UInt32(blue))
    var pixel = samples
    for _ in 0..<count {
      let alpha = UInt32(pixel[3])
      if alpha != 255 {
        pixel[0] = Self.mix(pixel[0], red, alpha)
        pixel[1] = Self.mix(pixel[1], green, alpha)
        pixel[2] = Self.mix(pixel[2], blue, alpha)
        pixel[3] = 255
      }
      pixel += 4
    }
  }

  @inline(__always)
  private static func mix(_ over: UInt8, _ under: UInt32, _ alpha: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(over) &* alpha &+ under &* (255 &- alpha) &+ 127) / 255)
  }
}
