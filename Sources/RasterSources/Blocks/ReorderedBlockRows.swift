import Georeferencing
import TileImaging

/// Rows of an image with rows of blocks too large for memory, out of a scratch file.
final class ReorderedBlockRows: RasterRowReader {
  private let path: String
  private let raster: ScratchRaster
  private var rowsRead: Int

  init(
    decoders: BlockDecoderPool, scratch: ScratchDirectory, firstRow: Int, isCancelled: () -> Bool
  ) throws {
    path = decoders.path
    let grid = decoders.grid
    raster = try ScratchRaster(
      size: grid.size, directory: scratch,
      cacheBytes: ScratchRaster.reorderingCacheBytes(width: grid.size.width))
    rowsRead = firstRow
    let block = UnsafeMutablePointer<UInt8>.allocate(capacity: grid.pixelBytes)
    defer { block.deallocate() }
    let bytesPerRow = 4 * grid.blockSize.width
    for row in 0..<grid.blocksDown {
      let rows = grid.rows(of: row)
      for column in 0..<grid.blocksAcross {
        if isCancelled() { throw CancellationError() }
        try decoders.withDecoder { decoder throws(RasterError) in
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
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    if rowsRead == raster.size.height {
      throw RasterError.noMoreRows(path: path, rows: raster.size.height)
    }
    try raster.read(
      x: 0, y: rowsRead, width: raster.size.width, height: 1, into: row,
      bytesPerRow: 4 * raster.size.width)
    rowsRead += 1
  }

  func finish() throws {}
}
