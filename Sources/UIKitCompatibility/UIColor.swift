#if !(os(iOS) || os(tvOS) || os(visionOS))
  public import Foundation

  /// A colour of the sRGB space with an alpha, each component in 0...1, as in UIKit.
  public final class UIColor: Hashable, Sendable {
    /// Nothing.
    public static let clear = UIColor(white: 0, alpha: 0)
    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// A third of white.
    public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
    /// Half of white.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Two thirds of white.
    public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Red.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Green.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Blue.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Green and blue.
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Red and green.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Red and blue.
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Red and half of green.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// Half of red and half of blue.
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// A dark orange.
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)

    private let components: SIMD4<Double>

    /// Creates a colour.
    ///
    /// Components are clamped to 0...1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      components = SIMD4(Double(red), Double(green), Double(blue), Double(alpha))
        .clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    }

    /// Creates a grey.
    ///
    /// Components are clamped to 0...1.
    public convenience init(white: CGFloat, alpha: CGFloat) {
      self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Gives the components to the pointers that are not `nil`.
    ///
    /// - Returns: `true`: every colour here has them.
    @discardableResult
    public func getRed(
      _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
      blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
      red?.pointee = CGFloat(components.x)
      green?.pointee = CGFloat(components.y)
      blue?.pointee = CGFloat(components.z)
      alpha?.pointee = CGFloat(components.w)
      return true
    }

    /// The colour with another alpha.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
      UIColor(red: components.x, green: components.y, blue: components.z, alpha: alpha)
    }

    /// Whether all components are equal.
    public static func == (left: UIColor, right: UIColor) -> Bool {
      left.components == right.components
    }

    /// Hashes all components.
    public func hash(into hasher: inout Hasher) { hasher.combine(components) }
  }
#endif
