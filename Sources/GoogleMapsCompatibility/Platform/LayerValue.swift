#if !canImport(Darwin)
  import Foundation
  import TileLayers
  import UIKitCompatibility

  /// Values that the layers of maps and markers read from animations.
  @MainActor
  enum LayerValue {
    static func number(_ value: Any) -> Double? {
      switch value {
      case let number as Double: number
      case let number as Float: Double(number)
      case let number as CGFloat: Double(number)
      case let number as Int: Double(number)
      case let number as NSNumber: number.doubleValue
      default: nil
      }
    }

    static func ends(of animation: CAAnimation) -> (first: Double?, last: Double?) {
      switch animation {
      case let animation as CABasicAnimation:
        (animation.fromValue.flatMap(number), animation.toValue.flatMap(number))
      case let animation as CAKeyframeAnimation:
        (animation.values?.first.flatMap(number), animation.values?.last.flatMap(number))
      default: (nil, nil)
      }
    }

    /// At most a century.
    static func duration(of animation: CAAnimation) -> Duration {
      let seconds = animation.duration
      return .seconds(seconds > 0 ? min(seconds, 3_155_760_000) : 0.25)
    }

    static func timing(of animation: CAAnimation) -> TimingCurve {
      guard let points = animation.timingFunction?.points, points.count == 4 else { return .linear }
      return TimingCurve(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
    }
  }
#endif
