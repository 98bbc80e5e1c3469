/// The source samples and weights, along one axis, of successive samples of a result.
///
/// Indices are clamped to the axis: weights beyond the edge go to the edge sample, so that colours
/// stay true there. The part of a result sample on the source is its ``Sample/coverage``, which
/// becomes alpha: edges are soft, never fringed. The weights of all samples share one array, whose
/// memory ``removeAll()`` keeps.
package struct AxisWeights: Sendable {
  package struct Sample: Sendable {
    package let first: Int32
    package let start: Int32
    /// Number of weights; 0 for a sample off the source.
    package let count: Int32
    /// Fraction of the sample on the source, `0...1`.
    package let coverage: Float

    fileprivate init(first: Int, weights: Range<Int>, coverage: Float) {
      self.first = Int32(first)
      start = Int32(weights.lowerBound)
      count = Int32(weights.count)
      self.coverage = coverage
    }

    package var sources: Range<Int> { Int(first)..<Int(first) + Int(count) }

    package var weights: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  package private(set) var samples: [Sample] = []
  /// Weights of all samples; those of one sample add up to 1.
  package private(set) var weights: [Float] = []
  private let count: Int
  private let end: Double
  private let resampling: Resampling
  private var unnormalized: [Double] = []

  /// `count` source samples, sample i covering `i..<i+1`.
  ///
  /// `end`, at most `count`, cuts a partial last sample.
  package init(count: Int, end: Double? = nil, resampling: Resampling) {
    self.count = count
    self.end = end ?? Double(count)
    self.resampling = resampling
  }

  package mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
  }

  /// Requires `low` < `high`, the edges of the result sample in source positions.
  package mutating func append(from low: Double, to high: Double) {
    let center = (low + high) / 2
    let width = high - low
    let isOnSource = resampling != .nearest || (center >= 0 && center < end)
    guard width > 0, high > 0, low < end, isOnSource else {
      samples.append(Sample(first: 0, weights: weights.count..<weights.count, coverage: 0))
      return
    }
    unnormalized.removeAll(keepingCapacity: true)
    let from = max(low, 0)
    let to = min(high, end)
    let first: Int
    switch resampling {
    case .nearest:
      first = min(Int(center), count - 1)
      unnormalized.append(1)
    case .average: first = appendOverlaps(from: from, to: to)
    default: first = appendKernel(center: center, scale: Resampling.widening(forReduction: width))
    }
    let coverage = resampling == .nearest ? 1 : Float(min(max((to - from) / width, 0), 1))
    appendNormalized(first: first, coverage: coverage)
  }

  private mutating func appendOverlaps(from: Double, to: Double) -> Int {
    let first = min(Int(from), count - 1)
    let last = max(first, min(Int(to.rounded(.up)) - 1, count - 1))
    for index in first...last {
      unnormalized.append(max(0, min(to, Double(index + 1)) - max(from, Double(index))))
    }
    return first
  }

  private mutating func appendKernel(center: Double, scale: Double) -> Int {
    let reach = resampling.radius * scale
    let lowest = Int((center - reach - 0.5).rounded(.up))
    let highest = max(lowest, Int((center + reach - 0.5).rounded(.down)))
    let first = min(max(lowest, 0), count - 1)
    let last = min(max(highest, 0), count - 1)
    for _ in first...last { unnormalized.append(0) }
    for index in lowest...highest {
      let weight = resampling.value(at: (Double(index) + 0.5 - center) / scale)
      unnormalized[min(max(index, first), last) - first] += weight
    }
    return first
  }

  private mutating func appendNormalized(first: Int, coverage: Float) {
    var low = 0
    var high = unnormalized.count
    while high - low > 1, unnormalized[low] == 0 { low += 1 }
    while high - low > 1, unnormalized[high - 1] == 0 { high -= 1 }
    let sum = unnormalized[low..<high].reduce(0, +)
    let start = weights.count
    if sum == 0 {
      weights.append(1)
    } else {
      for value in unnormalized[low..<high] { weights.append(Float(value / sum)) }
    }
    samples.append(Sample(first: first + low, weights: start..<weights.count, coverage: coverage))
  }
}
