import TileImaging

/// Resamples rows along x with weights that are computed once for all rows.
struct ColumnFilter {
  /// Columns of the window that are on the image, from its west.
  let columns: Range<Int>
  /// Fraction of each of ``columns`` on the image, four a vector; 0 behind the last.
  let coverage: [SIMD4<Float>]
  let sourceColumns: Range<Int>
  /// Samples behind ``sourceColumns`` that are read with a weight of 0.
  var spareCount: Int { taps }
  private let firsts: [Int32]
  /// Weights of each column: the maximum over all columns.
  private let taps: Int
  private let weights: [Float]

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
    coverage = stride(from: 0, to: samples.count, by: 4).map { index in
      let four = samples[index..<min(index + 4, samples.count)].map(\.coverage)
      return SIMD4(four + [Float](repeating: 0, count: 4 - four.count))
    }
    let first = samples.map(\.sources.lowerBound).min() ?? 0
    sourceColumns = first..<(samples.map(\.sources.upperBound).max() ?? first)
    firsts = samples.map { $0.first - Int32(first) }
    let taps = samples.map(\.sources.count).max() ?? 1
    weights = samples.flatMap { sample in
      axis.weights[sample.weights] + [Float](repeating: 0, count: taps - sample.sources.count)
    }
    self.taps = taps
  }

  func apply(_ row: UnsafePointer<Premultiplied>, into out: UnsafeMutablePointer<Premultiplied>) {
    // Cubic kernels have so many; a loop of a known length is unrolled.
    switch taps {
    case 4: apply(row, taps: 4, into: out)
    case 5: apply(row, taps: 5, into: out)
    default: apply(row, taps: taps, into: out)
    }
  }

  @inline(__always)
  private func apply(
    _ row: UnsafePointer<Premultiplied>, taps: Int, into out: UnsafeMutablePointer<Premultiplied>
  ) {
    firsts.withUnsafeBufferPointer { firsts in
      weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return }
        for (index, first) in firsts.enumerated() {
          let source = row + Int(first)
          let weight = weights + taps &* index
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
