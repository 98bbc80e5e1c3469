import Georeferencing
import TileImaging

/// Rows of an interlaced PNG in order, out of a scratch file.
final class InterlacedPNGReader: RasterRowReader {
  private let path: String
  private let raster: ScratchRaster
  private let size: PixelSize
  private var rowsRead = 0

  init(_ rows: PNGRows, scratch: ScratchDirectory, isCancelled: () -> Bool) throws {
    path = rows.path
    size = PixelSize(width: rows.header.width, height: rows.header.height)
    raster = try ScratchRaster(
      size: size, directory: scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: size.width))
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { row.deallocate() }
    for pass in Adam7.passes {
      let columns = pass.columns(of: size.width)
      if columns == 0 { continue }
      for y in 0..<pass.rows(of: size.height) {
        if isCancelled() { throw CancellationError() }
        try rows.readStoredRow(into: row, columns: columns)
        try raster.writePixels(
          y: pass.yStart + y * pass.yStep, xStart: pass.xStart, xStep: pass.xStep,
          count: columns, from: row)
      }
    }
    try rows.finish()
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if rowsRead == size.height { throw RasterError.noMoreRows(path: path, rows: size.height) }
    try raster.read(
      x: 0, y: rowsRead, width: size.width, height: 1, into: row, bytesPerRow: 4 * size.width)
    rowsRead += 1
  }

  func finish() throws {}
}
