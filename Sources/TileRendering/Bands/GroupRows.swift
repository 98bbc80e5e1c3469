import Georeferencing
/// A maker of sample rows for one group of columns, from the rows of a raster.
package protocol GroupRows: AnyObject {
  var sourceColumns: Range<Int> { get }
  var neededRow: Int { get }
  /// Makes rows of a band from the available rows of the raster; returns true at the end of the
  /// band.
  func advance(inBand y: Int, rowsBefore end: Int, clip: ClipRows?) throws -> Bool
  /// Skips a band; returns false until the available rows suffice for the next one.
  func skip(band y: Int, to next: Int?, rowsBefore end: Int) -> Bool
}

/// The group rows of an aligned raster: samples are copied.
package final class AlignedGroupRows: GroupRows {
  private let group: ColumnGroup
  private let strips: any SourceRows
  private let size: (width: Int, height: Int)
  private let origin: (column: Int, row: Int)
  private let tileSize: Int
  private let isOpaque: Bool
  private let samples: UnsafeMutablePointer<UInt32>?
  private let common: Range<Int>
  private var nextRow: Int

  package init(
    _ group: ColumnGroup, step: RenderStep, origin: (column: Int, row: Int), isOpaque: Bool,
    strips: any SourceRows, firstRow: Int, isClipped: Bool
  ) {
    self.group = group
    self.strips = strips
    self.origin = origin
    self.isOpaque = isOpaque
    size = (step.size.width, step.size.height)
    tileSize = step.metatileSide
    nextRow = firstRow
    let columns = group.worldColumns
    common = columns.clamped(to: origin.column..<origin.column + step.size.width)
    if common == columns, !isClipped {
      samples = nil
    } else {
      let row = UnsafeMutablePointer<UInt32>.allocate(capacity: columns.count)
      row.initialize(repeating: 0, count: columns.count)
      samples = row
    }
  }

  deinit { samples?.deallocate() }

  package var sourceColumns: Range<Int> {
    common.lowerBound - origin.column..<common.upperBound - origin.column
  }

  package var neededRow: Int { max(0, nextRow - origin.row) }

  package func advance(inBand y: Int, rowsBefore end: Int, clip: ClipRows?) throws -> Bool {
    while nextRow < (y + 1) * tileSize {
      let row = nextRow - origin.row
      if row < 0 || row >= size.height || common.isEmpty {
        group.append(nil, worldRow: nextRow, clears: false)
      } else if row < end {
        group.append(try groupRow(row, clip: clip), worldRow: nextRow, clears: !isOpaque)
      } else {
        return false
      }
      nextRow += 1
    }
    return true
  }

  package func skip(band y: Int, to next: Int?, rowsBefore end: Int) -> Bool {
    nextRow = (y + 1) * tileSize
    return true
  }

  private func groupRow(_ row: Int, clip: ClipRows?) throws -> UnsafePointer<UInt32> {
    let source = strips[row] + common.lowerBound - origin.column
    guard let samples else { return UnsafePointer(source) }
    (samples + common.lowerBound - group.worldColumns.lowerBound).update(
      from: source, count: common.count)
    try clip?.apply(samples, columns: group.worldColumns, row: nextRow)
    return UnsafePointer(samples)
  }
}
