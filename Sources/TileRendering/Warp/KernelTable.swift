import TileImaging

/// A resampling kernel sampled at fixed phases; for heights, which have more than 8 bits, at any
/// phase.
///
/// At a position u, with `base = floor(u − 0.5)` and `phase = u − 0.5 − base`, the weights belong
/// to the samples `base − taps/2 + 1 ... base + taps/2`.
struct KernelTable: Sendable {
  /// Number of phases: a position is off by at most a 1024th of a sample.
  static let phaseCount = 512

  /// Number of source samples; even.
  let taps: Int
  /// ``taps`` weights a phase, which add up to 1.
  let weights: [Float]
  /// ``weights`` with each in all lanes, of a kernel of at most eight samples; else empty.
  let lanes: [SIMD4<Float>]
  /// Source samples per result sample, for coverage at edges.
  let span: Double
  private let resampling: Resampling

  init(resampling: Resampling, span: Double, phases: Int = phaseCount) {
    self.span = span
    self.resampling = resampling
    let half =
      switch resampling {
      case .nearest: 1
      case .average: Int((span / 2 + 0.5).rounded(.up))
      default: Int((resampling.radius * Resampling.widening(forReduction: span)).rounded(.up))
      }
    taps = 2 * half
    var weights: [Float] = []
    weights.reserveCapacity(taps * phases)
    for phase in 0..<phases {
      let center = (Double(phase) + 0.5) / Double(phases)
      let row = (1 - half...half).map {
        Self.weight(at: Double($0) - center, resampling, span: span)
      }
      let sum = row.reduce(0, +)
      weights += row.map { Float($0 / sum) }
    }
    self.weights = weights
    lanes = taps <= 8 ? weights.map { SIMD4(repeating: $0) } : []
  }

  private static func weight(at distance: Double, _ resampling: Resampling, span: Double) -> Double
  {
    switch resampling {
    case .nearest: distance >= -0.5 && distance < 0.5 ? 1 : 0
    case .average: max(0, min(distance + 0.5, span / 2) - max(distance - 0.5, -span / 2))
    default: resampling.value(at: distance / Resampling.widening(forReduction: span))
    }
  }

  /// Takes a phase in `0..<1`; `out` receives ``taps`` weights.
  func exactWeights(phase: Double, into out: UnsafeMutablePointer<Float>) {
    let half = taps / 2
    var sum = 0.0
    for tap in 0..<taps {
      let weight = Self.weight(at: Double(tap &+ 1 &- half) - phase, resampling, span: span)
      sum += weight
      out[tap] = Float(weight)
    }
    let scale = Float(1 / sum)
    for tap in 0..<taps { out[tap] *= scale }
  }
}

/// The part of a result sample on the image, along one axis.
struct AxisCoverage {
  let span: Double
  let end: Double

  /// Fraction `0...1` of a sample centred at a source position.
  @inline(__always)
  func fraction(at position: Double) -> Float {
    let (low, high) = interval(at: position)
    return high > low ? Float(min((high - low) / span, 1)) : 0
  }

  @inline(__always)
  func interval(at position: Double) -> (low: Double, high: Double) {
    (low: max(position - span / 2, 0), high: min(position + span / 2, end))
  }

  @inline(__always)
  func contains(_ position: Double) -> Bool { position >= 0 && position < end }
}
