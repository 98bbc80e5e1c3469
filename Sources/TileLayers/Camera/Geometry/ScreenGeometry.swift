/// A position in a view, in points from its top left corner: x to the right, y down.
public struct ScreenPoint: Hashable, Sendable {
  /// Points to the right of the left edge.
  public var x: Double
  /// Points below the top edge.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The size of a view in points.
public struct ScreenSize: Hashable, Sendable {
  /// Points from left to right.
  public var width: Double
  /// Points from top to bottom.
  public var height: Double

  /// Creates a size.
  ///
  /// A side that is negative or not finite counts as 0.
  public init(width: Double, height: Double) {
    func side(_ length: Double) -> Double { length.isFinite ? max(length, 0) : 0 }
    self.width = side(width)
    self.height = side(height)
  }
}

/// Distances in points by which a rectangle is moved inward from each edge of a view.
public struct ViewInsets: Hashable, Sendable {
  /// No distance on any side.
  public static let zero = ViewInsets(all: 0)

  /// Points from the top edge.
  public var top: Double
  /// Points from the left edge.
  public var left: Double
  /// Points from the bottom edge.
  public var bottom: Double
  /// Points from the right edge.
  public var right: Double

  /// Creates insets.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates the same inset on every side.
  public init(all inset: Double) {
    self.init(top: inset, left: inset, bottom: inset, right: inset)
  }

  /// The sum of two insets, side by side.
  public static func + (left: ViewInsets, right: ViewInsets) -> ViewInsets {
    ViewInsets(
      top: left.top + right.top, left: left.left + right.left, bottom: left.bottom + right.bottom,
      right: left.right + right.right)
  }
}
