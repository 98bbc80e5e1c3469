public import Foundation
public import UIKitCompatibility

/// Style of a part of a line.
public final class GMSStrokeStyle: NSObject {
  let color: UIColor
  let lastColor: UIColor?

  private init(_ color: UIColor, to lastColor: UIColor?) {
    (self.color, self.lastColor) = (color, lastColor)
  }

  /// A style of one colour.
  public class func solidColor(_ color: UIColor) -> GMSStrokeStyle {
    GMSStrokeStyle(color, to: nil)
  }

  /// A style that changes from one colour to another along its span.
  public class func gradient(from fromColor: UIColor, to toColor: UIColor) -> GMSStrokeStyle {
    GMSStrokeStyle(fromColor, to: toColor)
  }
}

/// A style for some of the lines of a ``GMSPolyline``.
public final class GMSStyleSpan: NSObject {
  /// The style.
  public let style: GMSStrokeStyle
  /// The number of lines between two positions that the span covers, also a part of one.
  public let segments: Double

  /// Creates a span of one line.
  public convenience init(style: GMSStrokeStyle) { self.init(style: style, segments: 1) }

  /// Creates a span.
  public init(style: GMSStrokeStyle, segments: Double) {
    (self.style, self.segments) = (style, segments)
  }

  /// Creates a span of one line and one colour.
  public convenience init(color: UIColor) { self.init(color: color, segments: 1) }

  /// Creates a span of one colour.
  public convenience init(color: UIColor, segments: Double) {
    self.init(style: .solidColor(color), segments: segments)
  }
}
