import CSQLite
import Dispatch
import Synchronization
import TileModel

/// Remaining work of a connection's statements, and their cancellation.
///
/// SAFETY: used by the thread that uses the connection.
final class ReadingBudget {
  /// Reason for interrupting a statement.
  enum End {
    case cancelled
    case work
    case memory
  }

  /// Connections with a budget, whose caches all count as SQLite's memory.
  private static let openCount = Atomic(0)

  private let bounds: DatabaseBounds
  private let isCancelled: (@Sendable () -> Bool)?
  private var left: Int
  private(set) var end: End?

  init(_ bounds: DatabaseBounds, isCancelled: (@Sendable () -> Bool)?) {
    self.bounds = bounds
    self.isCancelled = isCancelled
    left = bounds.scanWork
    Self.openCount.add(1, ordering: .relaxed)
  }

  deinit { Self.openCount.subtract(1, ordering: .relaxed) }

  func allowScan() { left = bounds.scanWork }

  /// Unused work of earlier searches accumulates.
  func allowSearch() { left = min(left + bounds.searchWork, bounds.scanWork) }

  func install(on handle: OpaquePointer) {
    // The handler receives the budget, which lives as long as the connection.
    sqlite3_progress_handler(
      handle, Int32(bounds.interval),
      { context in
        guard let context else { return 0 }
        return Unmanaged<ReadingBudget>.fromOpaque(context).takeUnretainedValue().spend()
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func error(path: String) -> TileStorageError {
    if isCancelled?() ?? false { return .cancelled(path: path) }
    return switch end {
    case .cancelled: .cancelled(path: path)
    case .memory:
      .excessive(path: path, found: "more than \(DatabaseBounds.memory >> 20) MiB of rows to sort")
    case .work, nil:
      .excessive(path: path, found: "rows that take more work than the file warrants")
    }
  }

  private static var memoryLimit: Int {
    DatabaseBounds.memory + DatabaseBounds.cacheMemory * openCount.load(ordering: .relaxed)
  }

  private func spend() -> Int32 {
    left -= bounds.interval
    if isCancelled?() ?? false {
      end = .cancelled
    } else if left < 0 {
      end = .work
    } else if sqlite3_memory_used() > Int64(Self.memoryLimit) {
      end = .memory
    } else {
      return 0
    }
    return 1
  }
}

/// Interrupts a connection on cancellation, also within long instructions such as an integrity check.
final class QueryWatch {
  /// A connection, as long as it is open.
  ///
  /// SAFETY: SQLite takes interruptions from any thread while the connection is open, which the lock around
  /// the target ensures.
  private struct Target: @unchecked Sendable {
    var handle: OpaquePointer?
  }

  private let target: Guarded<Target>
  private let timer: any DispatchSourceTimer

  /// Polls every 20 ms.
  init(_ handle: OpaquePointer, isCancelled: @escaping @Sendable () -> Bool) {
    let target = Guarded(Target(handle: handle))
    self.target = target
    timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler {
      guard isCancelled() else { return }
      target.withLock { target in
        if let handle = target.handle { sqlite3_interrupt(handle) }
      }
    }
    timer.schedule(deadline: .now() + .milliseconds(20), repeating: .milliseconds(20))
    timer.resume()
  }

  /// Must precede closing the connection.
  func end() {
    timer.cancel()
    target.withLock { $0.handle = nil }
  }
}
