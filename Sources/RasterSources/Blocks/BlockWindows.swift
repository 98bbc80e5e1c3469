import Georeferencing
/// Windows of an image out of a bounded number of decoded blocks.
final class BlockWindows: RasterWindows {
  /// In bytes.
  static let byteLimit = 128 << 20

  private let decoders: BlockDecoderPool
  private let grid: BlockGrid
  private let cache: DecodedBlockCache

  init(decoders: BlockDecoderPool) {
    self.decoders = decoders
    grid = decoders.grid
    cache = DecodedBlockCache(blockBytes: grid.pixelBytes, capacity: grid.lineCount)
  }

  var size: PixelSize { grid.size }

  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws {
    precondition(
      x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= size.width
        && y + height <= size.height && bytesPerRow >= 4 * width,
      "the window is inside the raster")
    let rowStride = 4 * grid.blockSize.width
    var top = y
    while top < y + height {
      let blockRow = grid.block(ofRow: top)
      let blockRows = grid.rows(of: blockRow)
      let bottom = min(y + height, blockRows.upperBound)
      var left = x
      while left < x + width {
        let blockColumn = grid.block(ofColumn: left)
        let blockColumns = grid.columns(of: blockColumn)
        let right = min(x + width, blockColumns.upperBound)
        let part = target + (top - y) * bytesPerRow + 4 * (left - x)
        let offset =
          (top - blockRows.lowerBound) * rowStride + 4 * (left - blockColumns.lowerBound)
        let count = 4 * (right - left)
        let rows = bottom - top
        try cache.withBlock(blockRow * grid.blocksAcross + blockColumn) {
          samples throws(RasterError) in
          try decoders.withDecoder { decoder throws(RasterError) in
            try decoder.decode(
              column: blockColumn, row: blockRow, into: samples, bytesPerRow: rowStride)
          }
        } body: { samples in
          for row in 0..<rows {
            (part + row * bytesPerRow).update(
              from: samples + offset + row * rowStride, count: count)
          }
        }
        left = right
      }
      top = bottom
    }
  }
}
