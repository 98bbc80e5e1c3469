import Georeferencing

/// Rows of a raster out of its windows, such as those of a scratch file.
final class WindowRows: RasterRowReader {
  private let windows: any RasterWindows
  private let path: String
  private let bandHeight: Int
  private let countsFromEnd: Bool
  private let band: UnsafeMutablePointer<UInt8>
  private var held = 0..<0
  private var nextRow: Int

  /// Bands of rows are read at a time, and begin or, where they count from the end, end with a multiple of their
  /// height.
  init(
    _ windows: any RasterWindows, path: String, firstRow: Int = 0, bandHeight: Int = 1,
    countsFromEnd: Bool = false
  ) {
    (self.windows, self.path, nextRow) = (windows, path, firstRow)
    (self.bandHeight, self.countsFromEnd) = (bandHeight, countsFromEnd)
    band = .allocate(capacity: 4 * bandHeight * windows.size.width)
  }

  deinit { band.deallocate() }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    let size = windows.size
    if nextRow == size.height { throw RasterError.noMoreRows(path: path, rows: size.height) }
    if !held.contains(nextRow) {
      let position = countsFromEnd ? size.height - 1 - nextRow : nextRow
      let block = position / bandHeight * bandHeight
      let end = countsFromEnd ? size.height - block : min(block + bandHeight, size.height)
      try windows.read(
        x: 0, y: nextRow, width: size.width, height: end - nextRow, into: band,
        bytesPerRow: 4 * size.width)
      held = nextRow..<end
    }
    row.update(from: band + 4 * size.width * (nextRow - held.lowerBound), count: 4 * size.width)
    nextRow += 1
  }
}
