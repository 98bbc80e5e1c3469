import TileImaging

/// The rows of an opaque raster at a whole fraction of its size: exact means of square blocks.
final class AveragedRows: RasterRowReader {
  private let base: any RasterRowReader
  private let factor: Int
  private let width: Int
  private let row: UnsafeMutablePointer<UInt8>
  private var sums: [UInt32]

  /// - Parameters:
  ///   - base: Delivers rows of `factor` times as many samples, and `factor` times as many of them.
  ///   - factor: The samples of a block along each axis, at most 256.
  ///   - width: The samples of a row that is delivered.
  init(base: any RasterRowReader, factor: Int, width: Int) {
    self.base = base
    self.factor = factor
    self.width = width
    row = .allocate(capacity: 4 * width * factor)
    sums = [UInt32](repeating: 0, count: 3 * width)
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
            sums[3 &* x] &+= UInt32(row[sample])
            sums[3 &* x &+ 1] &+= UInt32(row[sample &+ 1])
            sums[3 &* x &+ 2] &+= UInt32(row[sample &+ 2])
            sample &+= 4
          }
        }
      }
    }
    let area = UInt32(factor * factor)
    for x in 0..<width {
      for channel in 0..<3 {
        target[4 * x + channel] = UInt8(
          truncatingIfNeeded: (sums[3 * x + channel] + area / 2) / area)
      }
      target[4 * x + 3] = 255
    }
  }

  func finish() throws { try base.finish() }
}
