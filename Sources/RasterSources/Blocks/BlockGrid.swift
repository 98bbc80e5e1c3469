import Georeferencing

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

  /// Cuts a window into parts, each within one block.
  func forEachPart(
    columns: Range<Int>, rows: Range<Int>,
    _ body: (_ column: Int, _ row: Int, _ columns: Range<Int>, _ rows: Range<Int>)
      throws(RasterError) -> Void
  ) throws(RasterError) {
    precondition(
      (0..<size.width).contains(columns) && (0..<size.height).contains(rows),
      "the window is inside the raster")
    guard !columns.isEmpty, !rows.isEmpty else { return }
    for row in block(ofRow: rows.lowerBound)...block(ofRow: rows.upperBound - 1) {
      let part = self.rows(of: row).clamped(to: rows)
      for column in block(ofColumn: columns.lowerBound)...block(ofColumn: columns.upperBound - 1) {
        try body(column, row, self.columns(of: column).clamped(to: columns), part)
      }
    }
  }

  var lineCount: Int { min(2 * (blocksAcross + blocksDown), blocksAcross * blocksDown) }

  /// In bytes; `nil` above `limit`.
  func lineBytes(limit: Int) -> Int? {
    let (bytes, overflow) = lineCount.multipliedReportingOverflow(by: pixelBytes)
    return overflow || bytes > limit ? nil : bytes
  }
}
