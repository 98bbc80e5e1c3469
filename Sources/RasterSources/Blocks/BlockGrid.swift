import Georeferencing
import TileImaging

/// How an image is cut into blocks of one size, each of which is decoded by itself.
struct BlockGrid: Hashable, Sendable {
  let size: PixelSize
  /// Columns and rows of a block; those at the edges may be cut.
  let blockSize: PixelSize
  /// How many columns of the first block are left of the image.
  var columnsBefore = 0
  /// How many rows of the first block are above the image.
  var rowsBefore = 0

  var blocksAcross: Int {
    (columnsBefore + size.width + blockSize.width - 1) / blockSize.width
  }
  var blocksDown: Int { (rowsBefore + size.height + blockSize.height - 1) / blockSize.height }
  /// The bytes of a block as RGBA8.
  var pixelBytes: Int { 4 * blockSize.width * blockSize.height }

  /// The columns of the image that a column of blocks holds.
  func columns(of block: Int) -> Range<Int> {
    let start = block * blockSize.width - columnsBefore
    return max(0, start)..<min(size.width, start + blockSize.width)
  }

  /// The rows of the image that a row of blocks holds.
  func rows(of block: Int) -> Range<Int> {
    let start = block * blockSize.height - rowsBefore
    return max(0, start)..<min(size.height, start + blockSize.height)
  }

  /// The column of blocks in which a column of the image is.
  func block(ofColumn column: Int) -> Int { (column + columnsBefore) / blockSize.width }

  /// The row of blocks in which a row of the image is.
  func block(ofRow row: Int) -> Int { (row + rowsBefore) / blockSize.height }

  /// How many blocks a line across the image meets, with those beside them.
  var lineCount: Int { min(2 * (blocksAcross + blocksDown), blocksAcross * blocksDown) }

  /// The memory of the blocks of a line across the image; `nil` where it is more than a limit.
  func lineBytes(limit: Int) -> Int? {
    let (bytes, overflow) = lineCount.multipliedReportingOverflow(by: pixelBytes)
    return overflow || bytes > limit ? nil : bytes
  }
}
