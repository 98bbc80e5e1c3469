import Georeferencing
import RasterSources

/// Rows of a mosaic with more images a row than may be open.
///
/// Images are opened one after another for each strip of rows.
final class MosaicStrips: RasterRowReader {
  private static let stripBytes = 64 << 20
  private static let stripRows = 256

  private let reading: MosaicReading
  private let rowsPerStrip: Int
  private var nextStart = 0
  private var nextRow: Int
  private var active: [Int] = []
  private var strip: Range<Int>
  private let samples: UnsafeMutablePointer<UInt8>
  private let row: UnsafeMutablePointer<UInt8>

  init(_ reading: MosaicReading, from firstRow: Int) {
    self.reading = reading
    nextRow = firstRow
    strip = firstRow..<firstRow
    rowsPerStrip = Self.rowsPerStrip(width: reading.size.width)
    samples = .allocate(capacity: rowsPerStrip * 4 * reading.size.width)
    row = .allocate(capacity: 4 * reading.size.width)
  }

  deinit {
    samples.deallocate()
    row.deallocate()
  }

  private static func rowsPerStrip(width: Int) -> Int {
    min(stripRows, max(1, stripBytes / (4 * width)))
  }

  /// In bytes, without the memory of the images.
  static func byteCount(width: Int) -> Int { (rowsPerStrip(width: width) + 1) * 4 * width }

  func readRow(into target: UnsafeMutablePointer<UInt8>) throws {
    guard nextRow < reading.size.height else {
      throw RasterError.noMoreRows(path: reading.path, rows: reading.size.height)
    }
    if nextRow >= strip.upperBound { try readStrip() }
    target.update(
      from: samples + 4 * reading.size.width * (nextRow - strip.lowerBound),
      count: 4 * reading.size.width)
    nextRow += 1
  }

  private func readStrip() throws {
    strip = nextRow..<min(nextRow + rowsPerStrip, reading.size.height)
    UnsafeMutableRawPointer(samples).initializeMemory(
      as: UInt8.self, repeating: 0, count: strip.count * 4 * reading.size.width)
    let starts = reading.sweep.starts
    while nextStart < starts.count, reading.members[starts[nextStart]].row < strip.upperBound {
      let number = starts[nextStart]
      nextStart += 1
      if reading.members[number].rows.upperBound > strip.lowerBound { active.append(number) }
    }
    active.sort()
    var failed: Set<Int> = []
    for number in active {
      if try reading.unlessSkipped(number, { try read(number) }) == nil { failed.insert(number) }
    }
    active.removeAll {
      failed.contains($0) || reading.members[$0].rows.upperBound <= strip.upperBound
    }
  }

  private func read(_ number: Int) throws {
    if reading.isCancelled() { throw CancellationError() }
    let member = reading.members[number]
    let raster = try member.open().decoded(byThreads: reading.threads)
    let rows = member.rows.clamped(to: strip)
    let (reader, first) = try raster.openRows(
      from: rows.lowerBound - member.row, scratch: reading.scratch,
      isCancelled: reading.isCancelled)
    var next = first
    while next < rows.upperBound - member.row {
      try reader.readRow(into: row)
      let y = member.row + next
      if y >= rows.lowerBound {
        Painting.paint(
          row, over: samples + 4 * ((y - strip.lowerBound) * reading.size.width + member.column),
          count: member.size.width)
      }
      next += 1
    }
    if rows.upperBound == member.rows.upperBound { try reader.finish() }
  }
}
