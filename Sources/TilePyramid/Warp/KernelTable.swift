import TileImaging

/// A resampling kernel sampled at fixed phases: the weights of the source samples around a position.
///
/// At a position u, with `base = floor(u − 0.5)` and `phase = u − 0.5 − base`, the weights belong to
/// the samples `base − taps/2 + 1 ... base + taps/2`.
struct KernelTable: Sendable {
  /// The number of phases: a position is off by at most a 1024th of a sample.
  static let phaseCount = 512

  /// The number of source samples; even.
  let taps: Int
  /// ``taps`` weights a phase, which add up to 1.
  let weights: [Float]
  /// ``weights`` with each in all lanes, of a kernel of at most eight samples; else empty.
  let lanes: [SIMD4<Float>]
  /// How many source samples one sample of the result spans, for coverage at edges.
  let span: Double

  /// Computes the table.
  ///
  /// - Parameters:
  ///   - resampling: The kernel.
  ///   - span: How many source samples one sample of the result spans.
  init(resampling: Resampling, span: Double) {
    self.span = span
    let half: Int
    let value: (Double) -> Double
    switch resampling {
    case .nearest:
      half = 1
      value = { $0 >= -0.5 && $0 < 0.5 ? 1 : 0 }
    case .average:
      half = Int((span / 2 + 0.5).rounded(.up))
      value = { max(0, min($0 + 0.5, span / 2) - max($0 - 0.5, -span / 2)) }
    case .bilinear, .cubic, .lanczos:
      let widening = Resampling.widening(forReduction: span)
      half = Int((resampling.radius * widening).rounded(.up))
      value = { resampling.value(at: $0 / widening) }
    }
    taps = 2 * half
    var weights: [Float] = []
    weights.reserveCapacity(taps * Self.phaseCount)
    for phase in 0..<Self.phaseCount {
      let center = (Double(phase) + 0.5) / Double(Self.phaseCount)
      let row = (1 - half...half).map { value(Double($0) - center) }
      let sum = row.reduce(0, +)
      weights += row.map { Float($0 / sum) }
    }
    self.weights = weights
    lanes = taps <= 8 ? weights.map { SIMD4(repeating: $0) } : []
  }
}
