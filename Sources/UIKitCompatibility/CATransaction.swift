#if !canImport(Darwin)
  public import Foundation

  /// Seconds.
  public typealias CFTimeInterval = TimeInterval

  /// The key of the duration of animations, in seconds.
  public let kCATransactionAnimationDuration = "animationDuration"

  /// Groups changes and says how they are animated, with as much of Core Animation's class as camera
  /// animations need.
  ///
  /// Transactions belong to the thread that opens them. Outside of one, nothing can be set.
  public final class CATransaction {
    private final class Transaction {
      var duration: CFTimeInterval?
      var completion: (() -> Void)?
      /// The animations under way, and one more while the transaction is open.
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

    /// The open transactions of the thread, from the outermost.
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

    /// Closes the transaction opened last; without one nothing happens.
    public class func commit() { stack.open.popLast()?.finishOne() }

    /// Sets what is called once the transaction is closed and every animation begun in it has ended,
    /// on the thread on which that happens; to be set before the animations begin.
    public class func setCompletionBlock(_ block: (() -> Void)?) { current?.completion = block }

    /// Sets the seconds that animations begun in the open transaction take, 0 to a century, to which other
    /// numbers are limited; NaN counts as 0.
    public class func setAnimationDuration(_ dur: CFTimeInterval) {
      current?.duration = dur.isNaN ? 0 : min(max(dur, 0), 3_155_760_000)
    }

    /// The seconds that animations take; 0.25 where nothing is set.
    public class func animationDuration() -> CFTimeInterval { current?.duration ?? 0.25 }

    /// Sets a value of the open transaction, of which only ``kCATransactionAnimationDuration`` has an
    /// effect; `nil` takes it away.
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

    /// Notes that an animation begins in the open transactions.
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
