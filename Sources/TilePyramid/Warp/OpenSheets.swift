import RasterSources
import TileModel

/// The rasters that a picture is composited of, a bounded number of them open; used by all threads.
final class OpenSheets: Sendable {
  /// A raster that is open, or being opened by one thread while others that need it wait.
  private final class Slot: Sendable {
    let windows = Guarded<(any RasterWindows)?>(nil)
  }

  private struct Pool {
    var slots: [Int: (slot: Slot, used: Int)] = [:]
    var clock = 0
  }

  private let rasters: [any RasterSource]
  private let steps: [SheetStep]
  private let openCount: Int
  private let scratch: ScratchDirectory
  private let isCancelled: @Sendable () -> Bool
  private let pool = Guarded(Pool())

  init(
    _ step: RenderStep, of sheets: [RasterSheet], scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    rasters = sheets.map(\.raster)
    steps = step.sheets
    openCount = SheetStep.openCount(of: step.sheets)
    self.scratch = scratch
    self.isCancelled = isCancelled
  }

  /// The windows of the raster of a step, which is opened if need be; the one that was not used for
  /// longest is closed then.
  ///
  /// - Throws: `RasterError` or `CancellationError`.
  func windows(of number: Int) throws -> any RasterWindows {
    let slot = pool.withLock { pool -> Slot in
      pool.clock += 1
      if let open = pool.slots[number] {
        pool.slots[number] = (open.slot, pool.clock)
        return open.slot
      }
      if pool.slots.count >= openCount,
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
      let opened = try open(steps[number])
      windows = opened
      return opened
    }
  }

  private func open(_ sheet: SheetStep) throws -> any RasterWindows {
    let raster = try sheet.step.raster(of: rasters[sheet.index])
    guard case .scratch(let byteCount) = sheet.step.access else { return try raster.makeWindows() }
    let reader = CancellableRows(
      base: try raster.makeRowReader(scratch: scratch, isCancelled: isCancelled),
      isCancelled: isCancelled)
    let copy = try ScratchCopy(
      of: reader, step: sheet.step, directory: scratch, cacheBytes: min(16 << 20, byteCount)
    ) { _ in }
    try copy.runAlone()
    return copy.raster
  }
}
