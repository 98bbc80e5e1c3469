import CSQLite
import Dispatch
import Synchronization
import TileModel

/// How much work the statements of a connection may still do, and whether they are to stop.
///
/// SAFETY: used by the thread that uses the connection.
final class ReadingBudget {
  /// Why a statement was interrupted.
  enum End {
    /// The caller asked for it.
    case cancelled
    /// More instructions were used than the file warrants.
    case work
    /// More memory was used than any file warrants.
    case memory
  }

  /// The connections with a budget, whose caches all count as SQLite's memory.
  private static let openCount = Atomic(0)

  private let bounds: DatabaseBounds
  private let isCancelled: (@Sendable () -> Bool)?
  private var left: Int
  /// Why the last interrupted statement was.
  private(set) var end: End?

  init(_ bounds: DatabaseBounds, isCancelled: (@Sendable () -> Bool)?) {
    self.bounds = bounds
    self.isCancelled = isCancelled
    left = bounds.scanWork
    Self.openCount.add(1, ordering: .relaxed)
  }

  deinit { Self.openCount.subtract(1, ordering: .relaxed) }

  /// Allows for reading a table once.
  func allowScan() { left = bounds.scanWork }

  /// Allows for one more search; what earlier ones left over adds to it.
  func allowSearch() { left = min(left + bounds.searchWork, bounds.scanWork) }

  /// Lets SQLite ask.
  func install(on handle: OpaquePointer) {
    // The handler receives the budget, which lives as long as the connection.
    sqlite3_progress_handler(
      handle, Int32(bounds.interval),
      { context in
        guard let context else { return 0 }
        return Unmanaged<ReadingBudget>.fromOpaque(context).takeUnretainedValue().spend()
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The error for an interrupted statement.
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

  /// Non-zero, which makes SQLite interrupt the statement, when it must not continue.
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

/// Interrupts a connection when the caller asks to stop, also within instructions that last, such as the
/// check of a whole file.
final class QueryWatch {
  /// A connection, as long as it is open.
  ///
  /// SAFETY: SQLite takes interruptions from any thread while the connection is open, which the lock
  /// around the target sees to.
  private struct Target: @unchecked Sendable {
    var handle: OpaquePointer?
  }

  private let target: Guarded<Target>
  private let timer: any DispatchSourceTimer

  /// Starts to ask every 20 ms.
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

  /// Stops to ask; to be called before the connection is closed.
  func end() {
    timer.cancel()
    target.withLock { $0.handle = nil }
  }
}
