/// The source samples, along one axis, that make one sample of the result.
///
/// Indices are clamped to the axis: what a kernel would take from beyond the edge it takes from the
/// edge sample, so that colours stay true up to the edge. How much of the result's sample is on
/// the source at all is ``coverage``, which becomes its alpha: edges are soft, never fringed.
package struct AxisWeights: Sendable {
  /// The first source index with a weight.
  package var first: Int
  /// One weight per source index from ``first``; they add up to 1.
  package var weights: [Float]
  /// The fraction of the result's sample that is on the source, `0...1`.
  package var coverage: Float

  /// The last source index with a weight.
  package var last: Int { first + weights.count - 1 }

  /// Computes the weights of one sample; `nil` when no part of it is on the source.
  ///
  /// - Parameters:
  ///   - low: The source position of the sample's one edge.
  ///   - high: The source position of the sample's other edge; greater than `low`.
  ///   - count: The number of source samples along the axis; sample i covers `i..<i+1`.
  ///   - end: Where the source ends, when its last sample is not whole; at most `count`.
  ///   - resampling: The kernel.
  package init?(
    from low: Double, to high: Double, count: Int, end: Double? = nil, resampling: Resampling
  ) {
    let end = end ?? Double(count)
    let center = (low + high) / 2
    let width = high - low
    guard width > 0, high > 0, low < end else { return nil }
    if resampling == .nearest {
      guard center >= 0, center < end else { return nil }
      self.init(first: min(Int(center), count - 1), weights: [1], coverage: 1)
      return
    }
    let coverage = (min(high, end) - max(low, 0)) / width
    if resampling == .average {
      let from = max(low, 0)
      let to = min(high, end)
      let first = min(Int(from), count - 1)
      let last = max(first, min(Int(to.rounded(.up)) - 1, count - 1))
      let weights = (first...last).map { index in
        max(0, min(to, Double(index + 1)) - max(from, Double(index)))
      }
      self.init(first: first, unnormalized: weights, coverage: coverage)
      return
    }
    let scale = Resampling.widening(forReduction: width)
    let reach = resampling.radius * scale
    let lowest = Int((center - reach - 0.5).rounded(.up))
    let highest = max(lowest, Int((center + reach - 0.5).rounded(.down)))
    let first = min(max(lowest, 0), count - 1)
    let last = min(max(highest, 0), count - 1)
    var weights = [Double](repeating: 0, count: last - first + 1)
    for index in lowest...highest {
      let weight = resampling.value(at: (Double(index) + 0.5 - center) / scale)
      weights[min(max(index, first), last) - first] += weight
    }
    self.init(first: first, unnormalized: weights, coverage: coverage)
  }

  private init(first: Int, weights: [Float], coverage: Double) {
    self.first = first
    self.weights = weights
    self.coverage = Float(min(max(coverage, 0), 1))
  }

  private init(first: Int, unnormalized: [Double], coverage: Double) {
    var first = first
    var values = unnormalized[...]
    while values.count > 1, values.first == 0 {
      values.removeFirst()
      first += 1
    }
    while values.count > 1, values.last == 0 { values.removeLast() }
    let sum = values.reduce(0, +)
    let weights = sum == 0 ? [Float(1)] : values.map { Float($0 / sum) }
    self.init(first: first, weights: weights, coverage: coverage)
  }
}
