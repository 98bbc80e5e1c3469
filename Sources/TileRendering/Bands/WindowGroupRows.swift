import Georeferencing
package import RasterSources
import TileModel

/// Fills a group of columns from windows of a raster, a few rows at a time, band after band.
package final class WindowGroupRows {
  /// Held rows of a range of columns of a raster.
  package final class Strip: SourceRows {
    private var columns = 0..<0
    fileprivate private(set) var rows = 0..<0
    private var samples = UnsafeMutablePointer<UInt32>.allocate(capacity: 0)

    deinit { samples.deallocate() }

    package subscript(row: Int) -> UnsafeMutablePointer<UInt32> {
      samples + (row - rows.lowerBound) * columns.count - columns.lowerBound
    }

    fileprivate func hold(_ columns: Range<Int>) {
      self.columns = columns
      samples.deallocate()
      samples = .allocate(capacity: rowCount * columns.count)
    }

    private var rowCount: Int { WindowGroupRows.rowCount(width: columns.count) }

    fileprivate func read(from row: Int, of source: any RasterWindows) throws {
      rows = row..<min(row + rowCount, source.size.height)
      let count = 4 * rows.count * columns.count
      try samples.withMemoryRebound(to: UInt8.self, capacity: count) {
        try source.read(
          x: columns.lowerBound, y: row, width: columns.count, height: rows.count, into: $0,
          bytesPerRow: 4 * columns.count)
      }
    }
  }

  private let source: any RasterWindows
  private let strip = Strip()
  private let rows: any GroupRows
  private let clips: LendingPool<ClipRows>?
  private let prepare: (_ band: Int) -> Void

  package init(
    of source: any RasterWindows, clips: LendingPool<ClipRows>?, prepare: @escaping (Int) -> Void,
    makeRows: (Strip) -> any GroupRows
  ) {
    self.source = source
    self.clips = clips
    self.prepare = prepare
    rows = makeRows(strip)
    strip.hold(rows.sourceColumns)
  }

  private static func rowCount(width: Int) -> Int { min(max((1 << 20) / (4 * width), 1), 64) }

  /// Memory for one group, in bytes.
  package static func byteCount(of step: RenderStep) -> Int {
    let columns = step.deepest.range.x.count
    let group = min(columns, 1 << ColumnGroup.zooms)
    // The first and the last column show less of the raster; kernels reach beyond the group.
    let width = min(step.size.width, step.size.width * (group + 1) / max(1, columns - 2) + 64)
    // Filtered rows, a strip, and a row in another form with its sums.
    return step.ringRowCount * group * step.metatileSide * 16 + 4 * width * rowCount(width: width)
      + width * (16 + 32)
  }

  func fill(band y: Int) throws {
    prepare(y)
    while try !advance(inBand: y) {
      let row = max(strip.rows.upperBound, rows.neededRow)
      guard row < source.size.height else { return }
      try strip.read(from: row, of: source)
    }
  }

  private func advance(inBand y: Int) throws -> Bool {
    let end = strip.rows.upperBound
    guard let clips else { return try rows.advance(inBand: y, rowsBefore: end, clip: nil) }
    return try clips.withObject { try rows.advance(inBand: y, rowsBefore: end, clip: $0) }
  }
}
