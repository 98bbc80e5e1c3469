package import RasterSources

/// Copies an image into a scratch file, reduced where the plan says so, so that windows of it can be
/// read in any order.
package enum ScratchCopy {
  /// Reads the whole image.
  ///
  /// - Parameters:
  ///   - reader: The image's rows.
  ///   - step: How it is read, for its reduction.
  ///   - directory: Where the scratch file goes.
  ///   - cacheBytes: How many bytes of blocks stay in memory.
  ///   - progress: Told the fraction of rows copied, now and then.
  /// - Returns: The scratch file, complete.
  /// - Throws: `RasterError`, or what `reader` throws.
  package static func make(
    of reader: any RasterRowReader, step: RenderStep, directory: ScratchDirectory,
    cacheBytes: Int, progress: (Double) -> Void
  ) throws -> ScratchRaster {
    let size = step.reduction.reducedSize(of: step.size)
    let scratch = try ScratchRaster(size: size, directory: directory, cacheBytes: cacheBytes)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { bytes.deallocate() }
    func copyRows(_ read: () throws -> Void) throws {
      for row in 0..<size.height {
        try read()
        try scratch.writeRow(row, from: bytes)
        if row % 256 == 0 { progress(Double(row) / Double(size.height)) }
      }
    }
    if step.reduction.isIdentity {
      try copyRows { try reader.readRow(into: bytes) }
      try reader.finish()
    } else {
      let reduced = try PremultipliedRowReader(
        reader: reader, source: step.size, reduction: step.reduction)
      let row = UnsafeMutablePointer<Premultiplied>.allocate(capacity: size.width)
      defer { row.deallocate() }
      let samples = UnsafeMutableRawPointer(bytes).bindMemory(to: UInt32.self, capacity: size.width)
      try copyRows {
        try reduced.readRow(into: row)
        for column in 0..<size.width {
          samples[column] = Premultiplication.straight(row[column], coverage: 1)
        }
      }
      try reduced.finish()
    }
    try scratch.flush()
    return scratch
  }
}
