import Foundation
import Synchronization

/// Notes that the user or the system asked the program to stop, instead of dying at once, so that the
/// build can remove its unfinished work.
enum InterruptionWatch {
  /// The first signal received, 0 for none.
  private static let received = Atomic<Int32>(0)

  /// Starts to catch `SIGINT` and `SIGTERM`.
  static func start() {
    // The load creates the variable now: a handler must not.
    _ = received.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        _ = InterruptionWatch.received.compareExchange(
          expected: 0, desired: number, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// What was received, if anything.
  static var interruption: Interruption? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : Interruption(signal: number)
  }
}
