import Dispatch
import Foundation
import Synchronization

/// Notes that the user or the system asked the program to stop, instead of dying at once, so that the
/// build can remove its unfinished work.
final class InterruptionWatch: Sendable {
  private let received = Atomic<Int32>(0)
  private let sources: [any DispatchSourceSignal]

  init() {
    let queue = DispatchQueue(label: "interruption")
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    for (source, number) in zip(sources, [SIGINT, SIGTERM]) {
      source.setEventHandler { [weak self] in
        _ = self?.received.compareExchange(
          expected: 0, desired: number, ordering: .sequentiallyConsistent)
      }
      source.resume()
    }
  }

  /// The first signal received, if any.
  var interruption: Interruption? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : Interruption(signal: number)
  }
}
