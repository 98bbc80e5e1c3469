import Georeferencing
import TileImaging

/// Division of an image into blocks of one size, each decoded independently.
struct BlockGrid: Hashable, Sendable {
  let size: PixelSize
  let blockSize: PixelSize
  /// Columns of the first block that are left of the image.
  var columnsBefore = 0
  /// Rows of the first block that are above the image.
  var rowsBefore = 0

  var blocksAcross: Int {
    (columnsBefore + size.width + blockSize.width - 1) / blockSize.width
  }
  var blocksDown: Int { (rowsBefore + size.height + blockSize.height - 1) / blockSize.height }
  /// In RGBA8.
  var pixelBytes: Int { 4 * blockSize.width * blockSize.height }

  func columns(of block: Int) -> Range<Int> {
    let start = block * blockSize.width - columnsBefore
    return max(0, start)..<min(size.width, start + blockSize.width)
  }

  func rows(of block: Int) -> Range<Int> {
    let start = block * blockSize.height - rowsBefore
    return max(0, start)..<min(size.height, start + blockSize.height)
  }

  func block(ofColumn column: Int) -> Int { (column + columnsBefore) / blockSize.width }

  func block(ofRow row: Int) -> Int { (row + rowsBefore) / blockSize.height }

  var lineCount: Int { min(2 * (blocksAcross + blocksDown), blocksAcross * blocksDown) }

  /// In bytes; `nil` above `limit`.
  func lineBytes(limit: Int) -> Int? {
    let (bytes, overflow) = lineCount.multipliedReportingOverflow(by: pixelBytes)
    return overflow || bytes > limit ? nil : bytes
  }
}
