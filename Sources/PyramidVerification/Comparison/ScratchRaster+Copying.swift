import RasterSources

extension ScratchRaster {
  /// Copies an image, so that windows of it can be read in any order.
  ///
  /// - Throws: `RasterError`, or `CancellationError`.
  convenience init(
    copying source: any RasterSource, in scratch: ScratchDirectory,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    let size = source.size
    let reader = try source.makeRowReader(scratch: scratch, isCancelled: isCancelled)
    try self.init(
      size: size, directory: scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: size.width))
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { row.deallocate() }
    for y in 0..<size.height {
      if isCancelled() { throw CancellationError() }
      try reader.readRow(into: row)
      try writeRow(y, from: row)
    }
    try reader.finish()
    try flush()
  }
}
