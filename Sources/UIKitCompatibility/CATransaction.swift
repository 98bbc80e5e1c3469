#if !canImport(Darwin)
  public import Foundation

  /// The key of the duration of animations, in seconds.
  public let kCATransactionAnimationDuration = "animationDuration"

  /// Groups changes and says how they are animated, with as much of Core Animation's class as camera
  /// animations need.
  ///
  /// Values belong to the thread that sets them and to the transaction that is open there, and are
  /// gone when it is committed.
  public final class CATransaction {
    private static let key = "CATransaction.durations"

    private init() {}

    /// The durations of the open transactions of the thread; `nil` where none is set.
    private final class Durations {
      var values: [TimeInterval?] = []
    }

    private static var durations: [TimeInterval?] {
      get { (Thread.current.threadDictionary[key] as? Durations)?.values ?? [] }
      set {
        let kept = Thread.current.threadDictionary[key] as? Durations ?? Durations()
        kept.values = newValue
        Thread.current.threadDictionary[key] = kept
      }
    }

    /// Opens a transaction inside the one that is open.
    public class func begin() { durations.append(durations.last ?? nil) }

    /// Closes the transaction opened last; without one nothing happens.
    public class func commit() { _ = durations.popLast() }

    /// Sets the seconds that animations begun in the open transaction take.
    ///
    /// Outside of a transaction nothing happens.
    public class func setAnimationDuration(_ dur: CFTimeInterval) {
      guard !durations.isEmpty else { return }
      durations[durations.count - 1] = max(dur, 0)
    }

    /// The seconds that animations take; 0.25 where nothing is set.
    public class func animationDuration() -> CFTimeInterval { (durations.last ?? nil) ?? 0.25 }

    /// Sets a value of the open transaction, of which only ``kCATransactionAnimationDuration`` has an
    /// effect; `nil` takes it away.
    public class func setValue(_ anObject: Any?, forKey key: String) {
      guard key == kCATransactionAnimationDuration, !durations.isEmpty else { return }
      switch anObject {
      case let number as NSNumber: setAnimationDuration(number.doubleValue)
      case let seconds as Double: setAnimationDuration(seconds)
      case let seconds as Float: setAnimationDuration(Double(seconds))
      case let seconds as Int: setAnimationDuration(Double(seconds))
      default: durations[durations.count - 1] = nil
      }
    }

    /// A value of the open transaction, `nil` where none is set.
    public class func value(forKey key: String) -> Any? {
      key == kCATransactionAnimationDuration ? durations.last ?? nil : nil
    }
  }

  /// Seconds.
  public typealias CFTimeInterval = TimeInterval
#endif
