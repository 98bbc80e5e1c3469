/// A colour of straight 8-bit samples.
public struct PixelColor: Hashable, Sendable {
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
}
