import Georeferencing
import RasterSources

/// Exact means of blocks of samples, premultiplied, in a range of block columns.
final class BlockSums {
  private let columns: Range<Int>
  private let reduction: SourceReduction
  private let source: PixelSize
  private let mixesLight: Bool
  /// Sums of a column: four, at most 2^24 a sample, so that 2^40 samples fit.
  ///
  /// Blocks of at most ``packedLimit`` samples have one sum for the colours together and one for
  /// alpha.
  private let sums: UnsafeMutablePointer<UInt64>
  private let isPacked: Bool
  private let kind: SampleKind
  private let sumCount: Int
  /// Samples after which red, blue and green times alpha at bits 0, 21 and 42 overflow their lanes.
  private static let packedLimit = 32

  init(columns: Range<Int>, of step: RenderStep) {
    self.columns = columns
    reduction = step.reduction
    source = step.size
    mixesLight = step.mixing == .light
    kind = step.options.sampleKind
    isPacked = !mixesLight && reduction.columns <= Self.packedLimit / reduction.rows
    sumCount = isPacked ? 2 : 4
    sums = .allocate(capacity: max(1, sumCount * columns.count))
    sums.initialize(repeating: 0, count: sumCount * columns.count)
  }

  deinit { sums.deallocate() }

  func add(_ row: UnsafePointer<UInt32>) {
    if mixesLight { addLight(row) } else if isPacked { addPacked(row) } else { addWide(row) }
  }

  @inline(__always)
  private static func add(
    _ row: UnsafePointer<UInt32>, _ range: Range<Int>, to sums: (lanes: UInt64, alphas: UInt64)
  ) -> (lanes: UInt64, alphas: UInt64) {
    var sums = sums
    var x = range.lowerBound
    while x < range.upperBound {
      let sample = UInt64(row[x])
      let alpha = sample &>> 24
      let spread = (sample & 0xFF) | (sample & 0xFF_0000) &<< 5 | (sample & 0xFF00) &<< 34
      sums.lanes &+= spread &* alpha
      sums.alphas &+= alpha
      x &+= 1
    }
    return sums
  }

  private func addPacked(_ row: UnsafePointer<UInt32>) {
    var sum = sums
    var x = columns.lowerBound &* reduction.columns
    for _ in columns {
      let end = min(x &+ reduction.columns, source.width)
      (sum[0], sum[1]) = Self.add(row, x..<end, to: (sum[0], sum[1]))
      sum += 2
      x = end
    }
  }

  private func addLight(_ row: UnsafePointer<UInt32>) {
    let units = LightScale.units
    var sum = sums
    var x = columns.lowerBound &* reduction.columns
    for _ in columns {
      let end = min(x &+ reduction.columns, source.width)
      while x < end {
        let sample = row[x]
        let alpha = UInt64(sample &>> 24)
        sum[0] &+= UInt64(units[Int(sample & 0xFF)]) &* alpha
        sum[1] &+= UInt64(units[Int((sample &>> 8) & 0xFF)]) &* alpha
        sum[2] &+= UInt64(units[Int((sample &>> 16) & 0xFF)]) &* alpha
        sum[3] &+= alpha
        x &+= 1
      }
      sum += 4
    }
  }

  private func addWide(_ row: UnsafePointer<UInt32>) {
    var sum = sums
    var x = columns.lowerBound &* reduction.columns
    for _ in columns {
      let end = min(x &+ reduction.columns, source.width)
      while x < end {
        let stop = min(x &+ Self.packedLimit, end)
        let (lanes, alphas) = Self.add(row, x..<stop, to: (0, 0))
        let colors = Self.unpacked(lanes)
        sum[0] &+= colors.red
        sum[1] &+= colors.green
        sum[2] &+= colors.blue
        sum[3] &+= alphas
        x = stop
      }
      sum += 4
    }
  }

  @inline(__always)
  private static func unpacked(_ lanes: UInt64) -> (red: UInt64, green: UInt64, blue: UInt64) {
    (lanes & 0x1F_FFFF, lanes &>> 42, lanes &>> 21 & 0x1F_FFFF)
  }

  /// Writes the means of the rows added since the last call, and resets the sums.
  func average(rowCount: Int, into row: UnsafeMutablePointer<Premultiplied>) {
    func scale(columns: Int) -> Double { 1 / (Double(columns * rowCount) * 255) }
    let wholeScale = scale(columns: reduction.columns)
    // The last block of a row may be smaller.
    let wholeEnd = source.width / reduction.columns
    let lastScale = scale(columns: max(1, source.width % reduction.columns))
    var sum = sums
    for column in columns {
      let scale = column < wholeEnd ? wholeScale : lastScale
      let colors = isPacked ? Self.unpacked(sum[0]) : (red: sum[0], green: sum[1], blue: sum[2])
      let colorScale = mixesLight ? scale * (255 / LightScale.white) : scale
      let alphas = sum[sumCount - 1]
      if kind == .heights {
        let width = column < wholeEnd ? reduction.columns : source.width % reduction.columns
        row[column - columns.lowerBound] = HeightMixing.mean(
          red: colors.red, green: colors.green, blue: colors.blue, alpha: alphas,
          count: width * rowCount)
        sum += sumCount
        continue
      }
      row[column - columns.lowerBound] = Premultiplied(
        Float(Double(colors.red) * colorScale), Float(Double(colors.green) * colorScale),
        Float(Double(colors.blue) * colorScale), Float(Double(alphas * 255) * scale))
      sum += sumCount
    }
    sums.update(repeating: 0, count: sumCount * columns.count)
  }
}
