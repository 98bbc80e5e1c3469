import Foundation
import Synchronization

/// Ends the program when the user or the system asks it to stop: at once, but for a build that has
/// something unfinished to keep or remove, or a server with answers under way, which are asked to.
enum InterruptionWatch {
  /// The first signal received while something was unfinished, 0 for none.
  private static let received = Atomic<Int32>(0)
  private static let defers = Atomic<Bool>(false)

  /// The descriptor to which a byte announces a signal, or -1.
  private static let wakeUp = Atomic<Int32>(-1)

  /// Starts to catch `SIGINT` and `SIGTERM`, unless whoever started the program has it ignore them.
  static func start() {
    // The loads create the variables now: a handler must not.
    _ = received.load(ordering: .relaxed)
    _ = defers.load(ordering: .relaxed)
    _ = wakeUp.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      let before = signal(number) { InterruptionWatch.handle($0) }
      let handler = unsafeBitCast(before, to: Int.self)
      if handler == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  /// Lets no signal end the work, of which ``interruption`` tells; a second signal ends the program at
  /// once.
  static func deferring<Result>(_ work: () throws -> Result) rethrows -> Result {
    defers.store(true, ordering: .sequentiallyConsistent)
    defer { defers.store(false, ordering: .sequentiallyConsistent) }
    return try work()
  }

  /// From here on the first signal calls `stop`, on a thread of its own, and ends nothing by itself.
  ///
  /// Dispatch's sources of signals are no help: on Linux they lose one that reaches the wrong thread.
  static func handOver(to stop: @escaping @Sendable () -> Void) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .cannotWrite(path: "a pipe", reason: String(cString: strerror(errno)))
    }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(reading, &byte, 1) < 0, errno == EINTR {}
      stop()
    }
    wakeUp.store(writing, ordering: .sequentiallyConsistent)
  }

  static var interruption: Interruption? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : Interruption(signal: number)
  }

  /// The handler of a signal, in which only atomics, write and _exit are safe.
  private static func handle(_ number: Int32) {
    let isFirst = received.compareExchange(
      expected: 0, desired: number, ordering: .sequentiallyConsistent
    ).exchanged
    let isUnfinished = defers.load(ordering: .sequentiallyConsistent)
    if isFirst, isUnfinished { return }
    let waiting = wakeUp.load(ordering: .sequentiallyConsistent)
    if isFirst, waiting >= 0 {
      let before = errno
      var byte: UInt8 = 0
      _ = write(waiting, &byte, 1)
      errno = before
      return
    }
    let text: StaticString =
      isUnfinished
      ? "\ntilepyramid: interrupted at once; what was done stays beside the output\n"
      : "\ntilepyramid: interrupted\n"
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    _exit(128 + number)
  }
}

/// The user or the system asked the program to stop.
struct Interruption: Error, Hashable {
  /// `SIGINT` or `SIGTERM`.
  var signal: Int32
}
