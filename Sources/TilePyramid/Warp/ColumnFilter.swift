import TileImaging

/// Resamples rows along x by weights that are computed once for all rows.
struct ColumnFilter {
  /// The columns of the window that are on the image, from its west.
  let columns: Range<Int>
  /// The fraction of each column of ``columns`` that is on the image.
  let coverage: [Float]
  /// The source columns that have a weight.
  let sourceColumns: Range<Int>
  private let samples: [AxisWeights.Sample]
  private let weights: [Float]

  /// Computes the weights.
  init(
    window: Range<Int>, position: (Double) -> Double, count: Int, end: Double,
    resampling: Resampling
  ) {
    var axis = AxisWeights(count: count, end: end, resampling: resampling)
    for x in window {
      axis.append(from: position(Double(x)), to: position(Double(x + 1)))
    }
    let isOffImage = { (sample: AxisWeights.Sample) in sample.sources.isEmpty }
    let low = axis.samples.prefix(while: isOffImage).count
    let samples = Array(axis.samples.dropFirst(low).prefix { !isOffImage($0) })
    columns = low..<low + samples.count
    coverage = samples.map(\.coverage)
    let first = samples.map(\.sources.lowerBound).min() ?? 0
    sourceColumns = first..<(samples.map(\.sources.upperBound).max() ?? first)
    self.samples = samples
    weights = axis.weights
  }

  /// Resamples one row.
  func apply(
    _ row: UnsafePointer<Premultiplied>, into out: UnsafeMutablePointer<Premultiplied>
  ) {
    samples.withUnsafeBufferPointer { samples in
      weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return }
        for (index, sample) in samples.enumerated() {
          let source = row + Int(sample.first)
          let weight = weights + Int(sample.start)
          let taps = Int(sample.count)
          var sum = source[0] * weight[0]
          var tap = 1
          while tap < taps {
            sum += source[tap] * weight[tap]
            tap &+= 1
          }
          out[index] = sum
        }
      }
    }
  }
}
