import RasterSources

/// Rows of a raster reduced by a whole factor: exact means of square blocks.
final class AveragedRows: RasterRowReader {
  private let base: any RasterRowReader
  private let factor: Int
  private let width: Int
  private let row: UnsafeMutablePointer<UInt8>
  private var sums: [UInt32]

  init(base: any RasterRowReader, factor: Int, width: Int) {
    self.base = base
    self.factor = factor
    self.width = width
    row = .allocate(capacity: 4 * width * factor)
    sums = [UInt32](repeating: 0, count: 4 * width)
  }

  deinit { row.deallocate() }

  func readRow(into target: UnsafeMutablePointer<UInt8>) throws {
    sums.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    for _ in 0..<factor {
      try base.readRow(into: row)
      sums.withUnsafeMutableBufferPointer { sums in
        var sample = 0
        for x in 0..<width {
          for _ in 0..<factor {
            sums[4 &* x] &+= UInt32(row[sample])
            sums[4 &* x &+ 1] &+= UInt32(row[sample &+ 1])
            sums[4 &* x &+ 2] &+= UInt32(row[sample &+ 2])
            sums[4 &* x &+ 3] &+= UInt32(row[sample &+ 3])
            sample &+= 4
          }
        }
      }
    }
    let area = UInt32(factor * factor)
    for sample in 0..<4 * width {
      target[sample] = UInt8(truncatingIfNeeded: (sums[sample] + area / 2) / area)
    }
  }

  func finish() throws { try base.finish() }
}
