#if !(os(iOS) || os(tvOS) || os(visionOS))
  public import Foundation

  /// A rectangle of a screen, with as much of UIKit's class as code around a map needs; it draws
  /// nothing.
  @preconcurrency @MainActor
  open class UIView {
    /// What of a view changes with the size of the one above.
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

    /// What changes with the size of the view above; nothing at first, without effect.
    open var autoresizingMask: AutoresizingMask = []
    /// The position in the view above, in points.
    open var frame: CGRect
    /// What is behind the content; `nil` at first.
    open var backgroundColor: UIColor?
    /// Whether the view is hidden; `false` at first.
    open var isHidden = false
    /// The opacity, 0...1; 1 at first.
    open var alpha: CGFloat = 1
    /// The pixels along one point; 1 at first.
    open var contentScaleFactor: CGFloat = 1
    /// The style of the interface in the view; ``UIUserInterfaceStyle/unspecified``, that of the view that it is
    /// in, at first.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// What surrounds the view: its own style, or else that of the view that it is in, light at first.
    open var traitCollection: UITraitCollection {
      if overrideUserInterfaceStyle == .unspecified, let superview {
        return superview.traitCollection
      }
      let isDark = overrideUserInterfaceStyle == .dark
      return UITraitCollection(userInterfaceStyle: isDark ? .dark : .light)
    }
    /// A number of the app's choice; 0 at first.
    open var tag = 0
    /// The view that this one is in.
    public private(set) weak var superview: UIView?
    /// The views in this one, from the back to the front.
    public private(set) var subviews: [UIView] = []

    /// Creates a view.
    public init(frame: CGRect) { self.frame = frame }

    /// Creates a view without size.
    public convenience init() { self.init(frame: .zero) }

    /// Answers `nil`: there are no archives of views here.
    public required init?(coder: NSCoder) { nil }

    #if !canImport(Darwin)
      /// What the view is drawn into; here without effect.
      open var layer: CALayer { ownLayer }
      private lazy var ownLayer = CALayer()
    #endif

    /// The view's own rectangle in points, from (0, 0).
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    /// Puts a view in front of the others in this one, and takes it out of where it was.
    open func addSubview(_ view: UIView) {
      view.removeFromSuperview()
      subviews.append(view)
      view.superview = self
    }

    /// Places the subviews; does nothing unless overridden, and is not called here.
    open func layoutSubviews() {}

    /// Takes the view out of the one that it is in.
    open func removeFromSuperview() {
      superview?.subviews.removeAll { $0 === self }
      superview = nil
    }
  }
#endif
