import Georeferencing

extension ScratchRaster {
  private static let stripBytes = 256 << 10

  /// Copies an image, so that windows of it can be read in any order.
  package convenience init(
    copying source: any RasterSource, in scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    let size = source.size
    let reader = CancellableRows(
      base: try source.makeRowReader(scratch: scratch, isCancelled: isCancelled),
      isCancelled: isCancelled)
    try self.init(
      size: size, directory: scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: size.width))
    let rowBytes = 4 * size.width
    let count = max(1, Self.stripBytes / rowBytes)
    let strip = UnsafeMutablePointer<UInt8>.allocate(capacity: count * rowBytes)
    defer { strip.deallocate() }
    for first in stride(from: 0, to: size.height, by: count) {
      let rows = first..<min(first + count, size.height)
      for row in rows { try reader.readRow(into: strip + (row - first) * rowBytes) }
      try writeRows(rows, columns: 0..<size.width) {
        UnsafeRawPointer(strip + ($0 - first) * rowBytes).assumingMemoryBound(to: UInt32.self)
      }
    }
    try reader.finish()
    try flush()
  }
}
