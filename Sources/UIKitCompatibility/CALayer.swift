#if !canImport(Darwin)
  /// The parts of Core Animation's layer that animations of a map need.
  ///
  /// It draws nothing.
  @preconcurrency @MainActor
  open class CALayer {
    private var values: [String: Any] = [:]

    /// Creates a layer.
    public init() {}

    /// Sets the value of a key.
    ///
    /// `nil` removes it.
    open func setValue(_ value: Any?, forKey key: String) { values[key] = value }

    /// The value of a key, or `nil`.
    open func value(forKey key: String) -> Any? { values[key] }

    /// Begins an animation, without effect here.
    ///
    /// - Parameters:
    ///   - anim: The animation.
    ///   - key: Its name, for removing it.
    open func add(_ anim: CAAnimation, forKey key: String?) {}

    /// Ends an animation, without effect here.
    open func removeAnimation(forKey key: String) {}

    /// Ends every animation, without effect here.
    open func removeAllAnimations() {}
  }

  /// The name of a pace.
  public struct CAMediaTimingFunctionName: Hashable, Sendable {
    fileprivate let points: [Double]

    /// At a constant pace.
    public static let linear = CAMediaTimingFunctionName(points: [0, 0, 1, 1])
    /// Slow at the start.
    public static let easeIn = CAMediaTimingFunctionName(points: [0.42, 0, 1, 1])
    /// Slow at the end.
    public static let easeOut = CAMediaTimingFunctionName(points: [0, 0, 0.58, 1])
    /// Slow at the start and at the end.
    public static let easeInEaseOut = CAMediaTimingFunctionName(points: [0.42, 0, 0.58, 1])
    /// Pace of most animations of the system.
    public static let `default` = CAMediaTimingFunctionName(points: [0.25, 0.1, 0.25, 1])
  }

  /// The pace of an animation: a cubic Bézier curve from (0, 0) to (1, 1).
  public final class CAMediaTimingFunction: Sendable {
    package let points: [Double]

    /// Creates a pace of a name.
    public init(name: CAMediaTimingFunctionName) { points = name.points }

    /// Creates a pace from its control points.
    ///
    /// Abscissas are clamped to 0...1 and ordinates to -1000...1000. NaN counts as 0.
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
    /// Duration in seconds, where the default 0 is 0.25.
    open var duration: CFTimeInterval = 0
    /// Its pace, `nil` by default for a constant one.
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
    /// The first value, `nil` by default for the current one.
    open var fromValue: Any?
    /// The last value, `nil` by default for that of the layer.
    open var toValue: Any?
  }

  /// The change of a property along several values.
  @preconcurrency @MainActor
  open class CAKeyframeAnimation: CAPropertyAnimation {
    /// The values, `nil` by default.
    open var values: [Any]?
  }
#endif
