#if !(os(iOS) || os(tvOS) || os(visionOS))
  public import Foundation

  /// Distances in points by which a rectangle is moved inward from each edge, as in UIKit.
  public struct UIEdgeInsets: Hashable, Sendable {
    /// No distance on any side.
    public static let zero = UIEdgeInsets()

    /// Points from the top edge.
    public var top: CGFloat
    /// Points from the left edge.
    public var left: CGFloat
    /// Points from the bottom edge.
    public var bottom: CGFloat
    /// Points from the right edge.
    public var right: CGFloat

    /// Creates insets without distance on any side.
    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

    /// Creates insets.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
      self.top = top
      self.left = left
      self.bottom = bottom
      self.right = right
    }
  }
#endif
