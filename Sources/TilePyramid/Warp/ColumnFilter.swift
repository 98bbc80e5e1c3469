import TileImaging

/// Resamples rows along x by weights that are computed once for all rows.
struct ColumnFilter {
  /// The columns of the window that are on the image, from its west.
  let columns: Range<Int>
  /// The fraction of each column of ``columns`` that is on the image.
  let coverage: [Float]
  private var first: [Int32] = []
  private var offset: [Int32] = []
  private var weights: [Float] = []

  /// Computes the weights.
  ///
  /// - Parameters:
  ///   - window: World columns of the window's samples.
  ///   - position: The source position, in reduced columns, of a world x.
  ///   - count: The number of source columns.
  ///   - end: Where the source ends, in reduced columns.
  ///   - resampling: The kernel.
  init(
    window: Range<Int>, position: (Double) -> Double, count: Int, end: Double,
    resampling: Resampling
  ) {
    var low = window.count
    var high = 0
    var coverage: [Float] = []
    for index in 0..<window.count {
      let x = Double(window.lowerBound + index)
      guard
        let axis = AxisWeights(
          from: position(x), to: position(x + 1), count: count, end: end, resampling: resampling)
      else { continue }
      low = min(low, index)
      high = index + 1
      first.append(Int32(axis.first))
      offset.append(Int32(weights.count))
      weights += axis.weights
      coverage.append(axis.coverage)
    }
    offset.append(Int32(weights.count))
    columns = min(low, high)..<high
    self.coverage = coverage
  }

  /// The source columns that have a weight.
  var sourceColumns: Range<Int> {
    var low = Int.max
    var high = 0
    for (index, start) in first.enumerated() {
      low = min(low, Int(start))
      high = max(high, Int(start) + Int(offset[index + 1] - offset[index]))
    }
    return min(low, high)..<high
  }

  /// Resamples one row.
  ///
  /// - Parameters:
  ///   - row: The source row.
  ///   - out: Receives one sample for each of ``columns``.
  func apply(
    _ row: UnsafePointer<Premultiplied>, into out: UnsafeMutablePointer<Premultiplied>
  ) {
    first.withUnsafeBufferPointer { first in
      offset.withUnsafeBufferPointer { offset in
        weights.withUnsafeBufferPointer { weights in
          guard let firsts = first.baseAddress, let offsets = offset.baseAddress,
            let weights = weights.baseAddress
          else { return }
          for index in 0..<first.count {
            let samples = row + Int(firsts[index])
            let start = Int(offsets[index])
            let taps = Int(offsets[index &+ 1]) &- start
            let weight = weights + start
            var sum = samples[0] * weight[0]
            var tap = 1
            while tap < taps {
              sum += samples[tap] * weight[tap]
              tap &+= 1
            }
            out[index] = sum
          }
        }
      }
    }
  }
}
