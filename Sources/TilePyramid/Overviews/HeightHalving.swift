/// The arithmetic of halving rows of heights: means of those that there are.
enum HeightHalving {
  /// Halves samples of the deepest level.
  static func samples(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, count: Int,
    fine: UnsafeMutablePointer<HeightSum>, samples: UnsafeMutablePointer<UInt32>
  ) {
    @inline(__always)
    func sum(_ row: UnsafeRawPointer, _ index: Int) -> HeightSum {
      HeightSum(row.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
    }
    for index in 0..<count {
      let (west, east) = (2 &* index, 2 &* index &+ 1)
      let mean = HeightSum(sum(upper, west), sum(upper, east), sum(lower, west), sum(lower, east))
      fine[index] = mean
      samples[index] = mean.sample
    }
  }

  /// Halves what was carried.
  static func sums(
    _ upper: UnsafePointer<HeightSum>, _ lower: UnsafePointer<HeightSum>,
    count: Int,
    fine: UnsafeMutablePointer<HeightSum>, samples: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<count {
      let (west, east) = (2 &* index, 2 &* index &+ 1)
      let mean = HeightSum(upper[west], upper[east], lower[west], lower[east])
      fine[index] = mean
      samples[index] = mean.sample
    }
  }
}
