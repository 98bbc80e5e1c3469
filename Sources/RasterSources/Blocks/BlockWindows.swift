import Georeferencing
/// Windows of an image out of a bounded number of decoded blocks.
final class BlockWindows: RasterWindows {
  /// In bytes.
  static let byteLimit = 128 << 20

  private let decoders: BlockDecoderPool
  private let grid: BlockGrid
  private let cache: BlockCache

  init(decoders: BlockDecoderPool) {
    self.decoders = decoders
    grid = decoders.grid
    cache = BlockCache(
      blockBytes: grid.pixelBytes, blockCount: grid.blocksAcross * grid.blocksDown,
      capacity: grid.lineCount)
  }

  var size: PixelSize { grid.size }

  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws {
    precondition(bytesPerRow >= 4 * width, "the window has room for its rows")
    let rowStride = 4 * grid.blockSize.width
    try grid.forEachPart(columns: x..<x + width, rows: y..<y + height) {
      (column, row, columns, rows) throws(RasterError) in
      let part = target + (rows.lowerBound - y) * bytesPerRow + 4 * (columns.lowerBound - x)
      let offset =
        (rows.lowerBound - grid.rows(of: row).lowerBound) * rowStride
        + 4 * (columns.lowerBound - grid.columns(of: column).lowerBound)
      try cache.withBlock(row * grid.blocksAcross + column) { samples throws(RasterError) in
        try decoders.withDecoder { decoder throws(RasterError) in
          try decoder.decode(column: column, row: row, into: samples, bytesPerRow: rowStride)
        }
      } body: { samples in
        for index in 0..<rows.count {
          (part + index * bytesPerRow).update(
            from: samples + offset + index * rowStride, count: 4 * columns.count)
        }
      }
    }
  }
}
