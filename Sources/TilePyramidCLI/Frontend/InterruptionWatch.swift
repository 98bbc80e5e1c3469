import Foundation
import Synchronization

/// Decides what becomes of a request to stop, `SIGINT` or `SIGTERM`.
///
/// As long as the program has written nothing, it ends at once, wherever it is; later it notes the
/// request, so that the build can remove its unfinished work or leave what can be gone on with.
enum InterruptionWatch {
  /// The first signal received, 0 for none.
  private static let received = Atomic<Int32>(0)
  /// Whether a signal ends the program at once.
  private static let endsAtOnce = Atomic<Bool>(false)

  /// Starts to catch both signals.
  ///
  /// - Parameter endingAtOnce: Whether a signal ends the program until ``beginWriting()`` is called.
  static func start(endingAtOnce: Bool = false) {
    // The load creates the variables now: a handler must not.
    _ = received.load(ordering: .relaxed)
    endsAtOnce.store(endingAtOnce, ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if InterruptionWatch.endsAtOnce.load(ordering: .sequentiallyConsistent) {
          InterruptionWatch.end(by: number)
        }
        _ = InterruptionWatch.received.compareExchange(
          expected: 0, desired: number, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// From now on a signal is noted, and the work that polls ``interruption`` ends in good order.
  static func beginWriting() { endsAtOnce.store(false, ordering: .sequentiallyConsistent) }

  /// What was received, if anything.
  static var interruption: Interruption? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : Interruption(signal: number)
  }

  /// Ends the program out of a signal handler, in which nothing may be allocated.
  private static func end(by number: Int32) -> Never {
    let text: StaticString = "tilepyramid: interrupted; the output is untouched\n"
    _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
    _exit(128 + number)
  }
}
