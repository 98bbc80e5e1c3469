package import Georeferencing

/// The used part of an image: a rectangle of pixels and an outline in it.
package struct ImagePart: Sendable {
  /// With a ``period``, may extend beyond the raster on both sides.
  package let columns: Range<Int>
  package let rows: Range<Int>
  /// In pixels from the first used column and row; `nil` for no limit.
  package let outline: PixelOutline?
  /// Columns around the globe, after which they are the same again; `nil` where they do not repeat.
  ///
  /// The raster may lack some of those columns, which are transparent.
  let period: Int?

  package init(columns: Range<Int>, rows: Range<Int>, outline: PixelOutline?, period: Int? = nil) {
    (self.columns, self.rows, self.outline, self.period) = (columns, rows, outline, period)
  }

  package var size: PixelSize { PixelSize(width: columns.count, height: rows.count) }

  package func rowReadingBytes(_ bytes: Int, width: Int) -> Int { bytes + 4 * width }

  func isWithin(_ raster: PixelSize) -> Bool { outline == nil && (period ?? 0) <= raster.width }

  func stretches(of range: Range<Int>, width: Int) -> [(columns: Range<Int>, target: Int)] {
    let wanted = range.lowerBound + columns.lowerBound..<range.upperBound + columns.lowerBound
    guard let period else { return [(wanted, 0)] }
    var stretches: [(columns: Range<Int>, target: Int)] = []
    var turn = Int((Double(wanted.lowerBound) / Double(period)).rounded(.down)) * period
    while turn < wanted.upperBound {
      let found = (turn..<turn + min(width, period)).clamped(to: wanted)
      if !found.isEmpty {
        stretches.append(
          (found.lowerBound - turn..<found.upperBound - turn, found.lowerBound - wanted.lowerBound))
      }
      turn += period
    }
    return stretches
  }

  package func raster(of base: any RasterSource) -> any RasterSource {
    PartSource(base: base, part: self)
  }
}

extension RasterSource {
  /// The raster from which this is made, beneath all that changes it.
  package var unchanged: any RasterSource { (self as? any ChangedRaster)?.base.unchanged ?? self }
}

struct PartSource: ChangedRaster {
  let base: any RasterSource
  let header: RasterHeader
  let part: ImagePart

  init(base: any RasterSource, part: ImagePart) {
    (self.base, self.part) = (base, part)
    var header = base.header
    header.size = part.size
    header.isOpaque = base.isOpaque && part.isWithin(base.size)
    // Its pixels are not counted from a corner of the stored image.
    header.orientation = .upright
    header.capabilities.rowReadingBytes = part.rowReadingBytes(
      header.capabilities.rowReadingBytes, width: base.size.width)
    header.capabilities.reductions = []
    header.capabilities.drawing = nil
    header.composite = nil
    self.header = header
  }

  func changing(_ base: any RasterSource) -> PartSource { PartSource(base: base, part: part) }

  func changed(
    _ rows: any RasterRowReader, from first: Int
  ) -> (reader: any RasterRowReader, firstRow: Int) {
    (
      PartRows(rows, of: base.size, part, nextRow: first), max(0, first - part.rows.lowerBound)
    )
  }

  func openRows(
    from row: Int, scratch: ScratchDirectory, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (reader: any RasterRowReader, firstRow: Int) {
    let (rows, first) = try base.openRows(
      from: row + part.rows.lowerBound, scratch: scratch, isCancelled: isCancelled)
    return changed(rows, from: first)
  }

  func makeWindows() throws -> any RasterWindows {
    PartWindows(base: try base.makeWindows(), part: part, width: base.size.width)
  }
}

private final class PartRows: RasterRowReader {
  private let base: any RasterRowReader
  private let baseSize: PixelSize
  private let part: ImagePart
  private var nextRow: Int
  private let row: UnsafeMutablePointer<UInt8>
  private let stretches: [(columns: Range<Int>, target: Int)]

  init(_ base: any RasterRowReader, of size: PixelSize, _ part: ImagePart, nextRow: Int) {
    self.base = base
    baseSize = size
    self.part = part
    self.nextRow = nextRow
    row = .allocate(capacity: 4 * size.width)
    stretches = part.stretches(of: 0..<part.columns.count, width: size.width)
  }

  deinit { row.deallocate() }

  func readRow(into target: UnsafeMutablePointer<UInt8>) throws {
    while nextRow < part.rows.lowerBound {
      try base.readRow(into: row)
      nextRow += 1
    }
    if part.columns == 0..<baseSize.width {
      try base.readRow(into: target)
    } else {
      try base.readRow(into: row)
      if !part.isWithin(baseSize) {
        target.update(repeating: 0, count: 4 * part.columns.count)
      }
      for (columns, start) in stretches {
        (target + 4 * start).update(from: row + 4 * columns.lowerBound, count: 4 * columns.count)
      }
    }
    part.outline?.clearOutside(
      target, columns: 0..<part.columns.count, row: nextRow - part.rows.lowerBound)
    nextRow += 1
  }

  func finish() throws { if nextRow == baseSize.height { try base.finish() } }
}

private struct PartWindows: RasterWindows {
  let base: any RasterWindows
  let part: ImagePart
  let width: Int

  var size: PixelSize { part.size }

  func read(
    x: Int, y: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>,
    bytesPerRow: Int
  ) throws {
    if !part.isWithin(PixelSize(width: self.width, height: height)) {
      for row in 0..<height {
        (target + row * bytesPerRow).update(repeating: 0, count: 4 * width)
      }
    }
    for (columns, start) in part.stretches(of: x..<x + width, width: self.width) {
      try base.read(
        x: columns.lowerBound, y: y + part.rows.lowerBound, width: columns.count, height: height,
        into: target + 4 * start, bytesPerRow: bytesPerRow)
    }
    guard let outline = part.outline else { return }
    for row in 0..<height {
      outline.clearOutside(target + row * bytesPerRow, columns: x..<x + width, row: y + row)
    }
  }
}
