package import RasterSources
import TileModel

/// A bounded pool of open raster windows, by number.
///
/// Thread-safe.
package final class OpenWindows: Sendable {
  /// A raster that is open, or being opened by one thread while others wait.
  private final class Slot: Sendable {
    let windows = Guarded<(any RasterWindows)?>(nil)
  }

  private struct Pool {
    var slots: [Int: (slot: Slot, used: Int)] = [:]
    var clock = 0
  }

  private let limit: Int
  private let open: @Sendable (Int) throws -> any RasterWindows
  private let pool = Guarded(Pool())

  package init(limit: Int, open: @escaping @Sendable (Int) throws -> any RasterWindows) {
    self.limit = max(1, limit)
    self.open = open
  }

  package func windows(of number: Int) throws -> any RasterWindows {
    let slot = pool.withLock { pool -> Slot in
      pool.clock += 1
      if let open = pool.slots[number] {
        pool.slots[number] = (open.slot, pool.clock)
        return open.slot
      }
      if pool.slots.count >= limit,
        let oldest = pool.slots.min(by: { $0.value.used < $1.value.used })
      {
        pool.slots[oldest.key] = nil
      }
      let slot = Slot()
      pool.slots[number] = (slot, pool.clock)
      return slot
    }
    return try slot.windows.withLock { windows in
      if let windows { return windows }
      let opened = try open(number)
      windows = opened
      return opened
    }
  }
}
