import Georeferencing
import RasterSources

/// Rows of a drawing over white, mixed with those of a finer drawing where thin lines crowd.
///
/// Lines crowd where the local means of the two drawings differ. A single line changes them little and
/// stays sharp, hatching much. Areas and text are the same in both.
final class CrowdedLineRows: RasterRowReader {
  /// Radius of the local mean, in pixels.
  private static let radius = 4
  private static let slots = 2 * radius + 2
  /// Differences of means from which the finer drawing shows, and from which it replaces the other.
  ///
  /// Per cent of the range; a single line makes at most 11.
  private static let (first, full) = (12, 22)

  private let base: any RasterRowReader
  private let finer: any RasterRowReader
  private let size: PixelSize
  private let baseRows: UnsafeMutablePointer<UInt8>
  private let finerRows: UnsafeMutablePointer<UInt8>
  /// Lightness excess of the finer drawing per column, summed over the window's rows.
  private var excess: [Int]
  private var loadedRows = 0
  private var nextRow = 0

  init(base: any RasterRowReader, finer: any RasterRowReader, size: PixelSize) {
    self.base = base
    self.finer = finer
    self.size = size
    baseRows = .allocate(capacity: Self.slots * 4 * size.width)
    finerRows = .allocate(capacity: Self.slots * 4 * size.width)
    excess = [Int](repeating: 0, count: size.width)
  }

  deinit {
    baseRows.deallocate()
    finerRows.deallocate()
  }

  /// In bytes.
  static func byteCount(width: Int) -> Int { slots * 8 * width + 8 * width }

  func readRow(into row: UnsafeMutablePointer<UInt8>) throws {
    let last = min(nextRow + Self.radius, size.height - 1)
    while loadedRows <= last {
      let offset = offset(of: loadedRows)
      try base.readRow(into: baseRows + offset)
      try finer.readRow(into: finerRows + offset)
      count(loadedRows, times: 1)
      loadedRows += 1
    }
    let leaving = nextRow - Self.radius - 1
    if leaving >= 0 { count(leaving, times: -1) }
    mix(rowCount: last - max(leaving, -1), into: row)
    nextRow += 1
  }

  private func offset(of row: Int) -> Int { row % Self.slots * 4 * size.width }

  private func count(_ row: Int, times sign: Int) {
    let (base, finer) = (baseRows + offset(of: row), finerRows + offset(of: row))
    for x in 0..<size.width {
      var difference = 0
      for sample in 4 * x..<4 * x + 3 { difference += Int(finer[sample]) - Int(base[sample]) }
      excess[x] += sign * difference
    }
  }

  private func mix(rowCount: Int, into row: UnsafeMutablePointer<UInt8>) {
    let (base, finer) = (baseRows + offset(of: nextRow), finerRows + offset(of: nextRow))
    var sum = excess.prefix(Self.radius).reduce(0, +)
    for x in 0..<size.width {
      if x + Self.radius < size.width { sum += excess[x + Self.radius] }
      if x > Self.radius { sum -= excess[x - Self.radius - 1] }
      let columns = min(x + Self.radius, size.width - 1) - max(x - Self.radius, 0) + 1
      let range = 3 * 255 * rowCount * columns
      let fraction = 256 * (100 * abs(sum) - Self.first * range)
      let weight = min(max(fraction / ((Self.full - Self.first) * range), 0), 256)
      for sample in 4 * x..<4 * x + 4 {
        let difference = Int(finer[sample]) - Int(base[sample])
        row[sample] = UInt8(clamping: Int(base[sample]) + (difference * weight + 128) >> 8)
      }
    }
  }

  func finish() throws {
    try base.finish()
    try finer.finish()
  }
}
