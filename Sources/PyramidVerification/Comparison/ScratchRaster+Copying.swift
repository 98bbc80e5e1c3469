import Foundation
import Georeferencing
import RasterSources

extension ScratchRaster {
  /// Copies an image on several threads, so that windows of it can be read in any order.
  convenience init(
    copying source: any RasterSource, in scratch: ScratchDirectory, threads: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    let size = source.size
    let reader = try source.makeRowReader(scratch: scratch, isCancelled: isCancelled)
    try self.init(
      size: size, directory: scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: size.width))
    let copy = RowCopy(
      of: CancellableRows(base: reader, isCancelled: isCancelled), to: self,
      partLimit: source.capabilities.partBytes > 0 ? threads - 1 : 0)
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in copy.work() }
    try copy.finish()
    try flush()
  }
}

/// The rows of an image on their way into a scratch raster: one thread at a time decodes a strip of them,
/// others write what is decoded, and those with nothing to do inflate ahead.
private final class RowCopy: @unchecked Sendable {
  // SAFETY: what changes is used under `condition`; the reader belongs to the thread that set
  // `isDecoding`, the samples of a strip to the one that took it.

  private struct Strip {
    var rows: Range<Int>
    let samples: UnsafeMutablePointer<UInt8>
  }

  private static let stripBytes = 256 << 10
  private static let stripCount = 4

  private let reader: any RasterRowReader
  private let target: ScratchRaster
  private let partLimit: Int
  private let rowsPerStrip: Int
  private let condition = NSCondition()
  private var strips: [UnsafeMutablePointer<UInt8>] = []
  private var free: [UnsafeMutablePointer<UInt8>]
  private var decoded: [Strip] = []
  private var nextRow = 0
  private var isDecoding = false
  private var unwrittenCount = 0
  private var failure: (any Error)?

  init(of reader: any RasterRowReader, to target: ScratchRaster, partLimit: Int) {
    self.reader = reader
    self.target = target
    self.partLimit = partLimit
    let rowBytes = 4 * target.size.width
    let rows = max(1, Self.stripBytes / rowBytes)
    rowsPerStrip = rows
    strips = (0..<Self.stripCount).map { _ in .allocate(capacity: rows * rowBytes) }
    free = strips
  }

  deinit { for strip in strips { strip.deallocate() } }

  /// Does what there is to do until all is done, or something failed.
  func work() {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, nextRow < target.size.height || unwrittenCount > 0 {
      if canDecode, let samples = free.popLast() {
        decode(into: samples)
      } else if !decoded.isEmpty {
        write(decoded.removeFirst())
      } else if partLimit > 0, let ahead = reader.ahead, ahead.takePart(limit: partLimit) {
        unlocked { ahead.preparePart() }
      } else {
        condition.wait()
      }
    }
  }

  /// Confirms that all rows were copied.
  func finish() throws {
    if let failure { throw failure }
    try reader.finish()
  }

  private var canDecode: Bool {
    !isDecoding && nextRow < target.size.height
      && reader.ahead?.awaitsPart(rows: rowsPerStrip) != true
  }

  private func decode(into samples: UnsafeMutablePointer<UInt8>) {
    let rows = nextRow..<min(nextRow + rowsPerStrip, target.size.height)
    isDecoding = true
    unwrittenCount += 1
    unlocked {
      for row in rows {
        try reader.readRow(into: samples + (row - rows.lowerBound) * 4 * target.size.width)
      }
    }
    isDecoding = false
    nextRow = rows.upperBound
    decoded.append(Strip(rows: rows, samples: samples))
  }

  private func write(_ strip: Strip) {
    unlocked {
      try target.writeRows(strip.rows, columns: 0..<target.size.width) {
        UnsafeRawPointer(strip.samples + ($0 - strip.rows.lowerBound) * 4 * target.size.width)
          .assumingMemoryBound(to: UInt32.self)
      }
    }
    unwrittenCount -= 1
    free.append(strip.samples)
  }

  /// Does something outside the lock, and tells the other threads that something has changed.
  private func unlocked(_ body: () throws -> Void) {
    condition.unlock()
    let result = Result { try body() }
    condition.lock()
    if case .failure(let error) = result, failure == nil { failure = error }
    condition.broadcast()
  }
}
