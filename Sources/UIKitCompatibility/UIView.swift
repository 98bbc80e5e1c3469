#if !(os(iOS) || os(tvOS) || os(visionOS))
  public import Foundation

  /// A rectangle of a screen, with the parts of UIKit's class that code around a map needs.
  ///
  /// It draws nothing.
  @preconcurrency @MainActor
  open class UIView {
    /// Autoresizing behaviour.
    public struct AutoresizingMask: OptionSet, Sendable {
      /// The bits, those of UIKit.
      public let rawValue: UInt

      /// Creates a mask of bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// The distance from the left edge.
      public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
      /// The width.
      public static let flexibleWidth = AutoresizingMask(rawValue: 2)
      /// The distance from the right edge.
      public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
      /// The distance from the top edge.
      public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
      /// The height.
      public static let flexibleHeight = AutoresizingMask(rawValue: 16)
      /// The distance from the bottom edge.
      public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    /// Autoresizing behaviour, none by default, without effect.
    open var autoresizingMask: AutoresizingMask = []
    /// The position in the view above, in points.
    open var frame: CGRect
    /// Colour behind the content, `nil` by default.
    open var backgroundColor: UIColor?
    /// Whether the view is hidden, `false` by default.
    open var isHidden = false
    /// The opacity, 0...1, 1 by default.
    open var alpha: CGFloat = 1
    /// The pixels along one point, 1 by default.
    open var contentScaleFactor: CGFloat = 1
    /// Interface style of the view.
    ///
    /// The default ``UIUserInterfaceStyle/unspecified`` inherits that of the superview.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// Traits of the view: its own style, or that of its superview, light by default.
    open var traitCollection: UITraitCollection {
      if overrideUserInterfaceStyle == .unspecified, let superview {
        return superview.traitCollection
      }
      let isDark = overrideUserInterfaceStyle == .dark
      return UITraitCollection(userInterfaceStyle: isDark ? .dark : .light)
    }
    /// A number of the app's choice, 0 by default.
    open var tag = 0
    /// The superview.
    public private(set) weak var superview: UIView?
    /// The subviews, from the back to the front.
    public private(set) var subviews: [UIView] = []

    /// Creates a view.
    public init(frame: CGRect) { self.frame = frame }

    /// Creates a view without size.
    public convenience init() { self.init(frame: .zero) }

    /// Returns `nil`: views are not restored from archives here.
    public required init?(coder: NSCoder) { nil }

    #if !canImport(Darwin)
      /// Layer of the view, without effect here.
      open var layer: CALayer { ownLayer }
      private lazy var ownLayer = CALayer()
    #endif

    /// The view's own rectangle in points, from (0, 0).
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    /// Moves a view from its superview into this one, in front of the others.
    open func addSubview(_ view: UIView) {
      view.removeFromSuperview()
      subviews.append(view)
      view.superview = self
    }

    /// Places the subviews.
    ///
    /// It does nothing unless overridden, and is not called here.
    open func layoutSubviews() {}

    /// Removes the view from its superview.
    open func removeFromSuperview() {
      superview?.subviews.removeAll { $0 === self }
      superview = nil
    }
  }
#endif
