#if !(os(iOS) || os(tvOS) || os(visionOS))
  /// Style of an interface, light or dark.
  public enum UIUserInterfaceStyle: Int, Sendable {
    /// Not stated.
    case unspecified
    /// Dark on light ground.
    case light
    /// Light on dark ground.
    case dark
  }

  /// The traits of a device or a view: here the style of the interface alone, which chooses nothing among the
  /// variants of an image.
  public final class UITraitCollection: Sendable {
    /// The style of the interface.
    public let userInterfaceStyle: UIUserInterfaceStyle

    /// Creates traits without a style.
    public convenience init() { self.init(userInterfaceStyle: .unspecified) }

    /// Creates traits.
    public init(userInterfaceStyle: UIUserInterfaceStyle) {
      self.userInterfaceStyle = userInterfaceStyle
    }
  }
#endif
