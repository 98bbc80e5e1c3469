#if !canImport(Darwin)
  /// What a view is drawn into, with as much of Core Animation's class as code needs that animates the
  /// layers of a map; it draws nothing.
  @preconcurrency @MainActor
  open class CALayer {
    private var values: [String: Any] = [:]

    /// Creates a layer.
    public init() {}

    /// Keeps a value; `nil` takes it away.
    open func setValue(_ value: Any?, forKey key: String) { values[key] = value }

    /// The value of a key, or `nil`.
    open func value(forKey key: String) -> Any? { values[key] }

    /// Begins an animation; here without effect.
    ///
    /// - Parameters:
    ///   - anim: The animation.
    ///   - key: What it is called, for removing it.
    open func add(_ anim: CAAnimation, forKey key: String?) {}

    /// Ends an animation; here without effect.
    open func removeAnimation(forKey key: String) {}

    /// Ends every animation; here without effect.
    open func removeAllAnimations() {}
  }

  /// The name of a pace.
  public struct CAMediaTimingFunctionName: Hashable, Sendable {
    /// The control points of its curve.
    fileprivate let points: [Double]

    /// At a constant pace.
    public static let linear = CAMediaTimingFunctionName(points: [0, 0, 1, 1])
    /// Slow at the start.
    public static let easeIn = CAMediaTimingFunctionName(points: [0.42, 0, 1, 1])
    /// Slow at the end.
    public static let easeOut = CAMediaTimingFunctionName(points: [0, 0, 0.58, 1])
    /// Slow at the start and at the end.
    public static let easeInEaseOut = CAMediaTimingFunctionName(points: [0.42, 0, 0.58, 1])
    /// That of most animations of the system.
    public static let `default` = CAMediaTimingFunctionName(points: [0.25, 0.1, 0.25, 1])
  }

  /// The pace of an animation: a cubic Bézier curve from (0, 0) to (1, 1).
  public final class CAMediaTimingFunction: Sendable {
    /// The control points x1, y1, x2 and y2.
    package let points: [Double]

    /// Creates a pace of a name.
    public init(name: CAMediaTimingFunctionName) { points = name.points }

    /// Creates a pace from its control points.
    ///
    /// Abscissas are limited to 0...1 and ordinates to -1000...1000; what is NaN counts as 0.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
      func limited(_ value: Float, _ range: ClosedRange<Double>) -> Double {
        value.isNaN ? 0 : min(max(Double(value), range.lowerBound), range.upperBound)
      }
      points = [
        limited(c1x, 0...1), limited(c1y, -1000...1000), limited(c2x, 0...1),
        limited(c2y, -1000...1000),
      ]
    }
  }

  /// A change in time.
  @preconcurrency @MainActor
  open class CAAnimation {
    /// How long it takes in seconds; 0, at first, is 0.25.
    open var duration: CFTimeInterval = 0
    /// Its pace; `nil`, at first, is a constant one.
    open var timingFunction: CAMediaTimingFunction?

    /// Creates an animation without duration.
    public init() {}
  }

  /// The change of a property of a layer.
  @preconcurrency @MainActor
  open class CAPropertyAnimation: CAAnimation {
    /// The key of the property.
    open var keyPath: String?

    /// Creates an animation of a property.
    public convenience init(keyPath path: String?) {
      self.init()
      keyPath = path
    }
  }

  /// The change of a property from one value to another.
  @preconcurrency @MainActor
  open class CABasicAnimation: CAPropertyAnimation {
    /// The first value; `nil`, at first, is the one shown.
    open var fromValue: Any?
    /// The last value; `nil`, at first, is the one of the layer.
    open var toValue: Any?
  }

  /// The change of a property along several values.
  @preconcurrency @MainActor
  open class CAKeyframeAnimation: CAPropertyAnimation {
    /// The values; `nil` at first.
    open var values: [Any]?
  }
#endif
