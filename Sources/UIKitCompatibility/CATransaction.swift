#if !canImport(Darwin)
  public import Foundation

  /// A length of time in seconds.
  public typealias CFTimeInterval = TimeInterval

  /// The key of the duration of animations, in seconds.
  public let kCATransactionAnimationDuration = "animationDuration"

  /// A group of changes with one animation, for camera animations.
  ///
  /// Transactions belong to the thread that opens them. Outside of one, nothing can be set.
  public final class CATransaction {
    private final class Transaction {
      var duration: CFTimeInterval?
      var completion: (() -> Void)?
      var unfinished = 1

      init(duration: CFTimeInterval?) { self.duration = duration }

      func finishOne() {
        unfinished -= 1
        guard unfinished == 0 else { return }
        completion?()
        completion = nil
      }
    }

    private final class Stack {
      var open: [Transaction] = []
    }

    private init() {}

    /// Outermost first.
    private static var stack: Stack {
      let key = "CATransaction.stack"
      if let stack = Thread.current.threadDictionary[key] as? Stack { return stack }
      let stack = Stack()
      Thread.current.threadDictionary[key] = stack
      return stack
    }

    private static var current: Transaction? { stack.open.last }

    /// Opens a transaction inside the one that is open, whose duration it takes over.
    public class func begin() { stack.open.append(Transaction(duration: current?.duration)) }

    /// Closes the innermost transaction.
    ///
    /// Without one nothing happens.
    public class func commit() { stack.open.popLast()?.finishOne() }

    /// Sets the block to call after the transaction is closed and its last animation has ended.
    ///
    /// It runs on the thread of that event. It must be set before the animations begin.
    public class func setCompletionBlock(_ block: (() -> Void)?) { current?.completion = block }

    /// Sets the duration of animations in the open transaction, in seconds.
    ///
    /// It is clamped to 0 to a century. NaN counts as 0.
    public class func setAnimationDuration(_ dur: CFTimeInterval) {
      current?.duration = dur.isNaN ? 0 : min(max(dur, 0), 3_155_760_000)
    }

    /// The seconds that animations take, 0.25 where nothing is set.
    public class func animationDuration() -> CFTimeInterval { current?.duration ?? 0.25 }

    /// Sets a value of the open transaction, `nil` to remove it.
    ///
    /// Only ``kCATransactionAnimationDuration`` has an effect.
    public class func setValue(_ anObject: Any?, forKey key: String) {
      guard key == kCATransactionAnimationDuration else { return }
      switch anObject {
      case let number as NSNumber: setAnimationDuration(number.doubleValue)
      case let seconds as Double: setAnimationDuration(seconds)
      case let seconds as Float: setAnimationDuration(Double(seconds))
      case let seconds as Int: setAnimationDuration(Double(seconds))
      default: current?.duration = nil
      }
    }

    /// A value of the open transaction, `nil` where none is set.
    public class func value(forKey key: String) -> Any? {
      key == kCATransactionAnimationDuration ? current?.duration : nil
    }

    package static func beginAnimation() -> (() -> Void)? {
      let open = stack.open
      guard !open.isEmpty else { return nil }
      for transaction in open { transaction.unfinished += 1 }
      return { for transaction in open.reversed() { transaction.finishOne() } }
    }
  }
#elseif canImport(QuartzCore)
  import QuartzCore

  extension CATransaction {
    /// Core Animation calls completion blocks by itself.
    package static func beginAnimation() -> (() -> Void)? { nil }
  }
#endif
