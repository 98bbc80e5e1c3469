import Georeferencing

extension BlockDecoderPool {
  /// Decodes all blocks into a scratch file, where rows of blocks are too large for memory.
  func reordered(scratch: ScratchDirectory, isCancelled: () -> Bool) throws -> ScratchRaster {
    let raster = try ScratchRaster(
      size: grid.size, directory: scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: grid.size.width))
    let block = UnsafeMutablePointer<UInt8>.allocate(capacity: grid.pixelBytes)
    defer { block.deallocate() }
    let bytesPerRow = 4 * grid.blockSize.width
    for row in 0..<grid.blocksDown {
      let rows = grid.rows(of: row)
      for column in 0..<grid.blocksAcross {
        if isCancelled() { throw CancellationError() }
        try withDecoder { decoder throws(RasterError) in
          try decoder.decode(column: column, row: row, into: block, bytesPerRow: bytesPerRow)
        }
        let columns = grid.columns(of: column)
        for y in rows {
          try raster.writePixels(
            y: y, xStart: columns.lowerBound, xStep: 1, count: columns.count,
            from: block + (y - rows.lowerBound) * bytesPerRow)
        }
      }
    }
    return raster
  }
}
