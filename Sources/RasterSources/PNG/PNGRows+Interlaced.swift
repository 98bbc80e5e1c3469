import Georeferencing
import TileImaging

extension PNGRows {
  /// Reads all passes of an interlaced file into a scratch file.
  func deinterlaced(scratch: ScratchDirectory, isCancelled: () -> Bool) throws -> ScratchRaster {
    let size = PixelSize(width: header.width, height: header.height)
    let raster = try ScratchRaster(
      size: size, directory: scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: size.width))
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { row.deallocate() }
    for pass in Adam7.passes {
      let columns = pass.columns(of: size.width)
      if columns == 0 { continue }
      for y in 0..<pass.rows(of: size.height) {
        if isCancelled() { throw CancellationError() }
        try readStoredRow(into: row, columns: columns)
        try raster.writePixels(
          y: pass.yStart + y * pass.yStep, xStart: pass.xStart, xStep: pass.xStep,
          count: columns, from: row)
      }
    }
    try finish()
    return raster
  }
}
