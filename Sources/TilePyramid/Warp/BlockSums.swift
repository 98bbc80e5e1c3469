import RasterSources

/// Averages whole blocks of straight samples, exactly, as premultiplied ones, in some columns of blocks.
final class BlockSums {
  private let columns: Range<Int>
  private let reduction: SourceReduction
  private let source: PixelSize
  /// Four exact sums a column: at most 2^16 a sample, so 2^48 samples fit.
  private let sums: UnsafeMutablePointer<UInt64>

  /// - Parameters:
  ///   - columns: The columns of blocks.
  ///   - reduction: The size of a block.
  ///   - source: The size of the raster, whose last blocks may be smaller.
  init(columns: Range<Int>, reduction: SourceReduction, source: PixelSize) {
    self.columns = columns
    self.reduction = reduction
    self.source = source
    sums = .allocate(capacity: max(1, 4 * columns.count))
    sums.initialize(repeating: 0, count: 4 * columns.count)
  }

  deinit { sums.deallocate() }

  /// Adds a row of the raster.
  func add(_ row: UnsafePointer<UInt32>) {
    var x = columns.lowerBound * reduction.columns
    for column in columns {
      let end = min((column &+ 1) &* reduction.columns, source.width)
      // Red, blue and green times alpha at bits 0, 21 and 42 overflow their lanes after 32 samples.
      var red: UInt64 = 0
      var green: UInt64 = 0
      var blue: UInt64 = 0
      var alphas: UInt64 = 0
      while x < end {
        let stop = min(x &+ 32, end)
        var lanes: UInt64 = 0
        while x < stop {
          let sample = UInt64(row[x])
          let alpha = sample &>> 24
          let spread =
            (sample & 0xFF) | (sample & 0xFF_0000) &<< 5 | (sample & 0xFF00) &<< 34
          lanes &+= spread &* alpha
          alphas &+= alpha
          x &+= 1
        }
        red &+= lanes & 0x1F_FFFF
        blue &+= (lanes &>> 21) & 0x1F_FFFF
        green &+= lanes &>> 42
      }
      let sum = sums + (column &- columns.lowerBound) &<< 2
      sum[0] &+= red
      sum[1] &+= green
      sum[2] &+= blue
      sum[3] &+= alphas &* 255
    }
  }

  /// Writes the means of the rows added since the last call, and begins anew.
  func average(rowCount: Int, into row: UnsafeMutablePointer<Premultiplied>) {
    for column in columns {
      let columnCount = min(reduction.columns, source.width - column * reduction.columns)
      let index = column - columns.lowerBound
      let sum = sums + 4 * index
      let scale = 1 / (Double(columnCount * rowCount) * 255)
      row[index] = Premultiplied(
        Float(Double(sum[0]) * scale), Float(Double(sum[1]) * scale),
        Float(Double(sum[2]) * scale), Float(Double(sum[3]) * scale))
    }
    sums.update(repeating: 0, count: 4 * columns.count)
  }
}
