import Platform

/// A resampling kernel.
///
/// When the result is coarser than the source, every kernel but ``nearest`` widens with the
/// reduction, so that no detail aliases.
public enum Resampling: String, Hashable, Sendable, CaseIterable {
  /// The source sample under the centre; nothing is mixed.
  case nearest
  /// The triangle of radius 1.
  case bilinear
  /// The Catmull-Rom cubic (a = −1/2) of radius 2.
  case cubic
  /// The windowed sinc of radius 3.
  case lanczos
  /// The mean over the exact area of the result's sample.
  case average

  /// The distance in source samples beyond which the kernel is zero, before widening.
  public var radius: Double {
    switch self {
    case .nearest: 0
    case .average: 0.5
    case .bilinear: 1
    case .cubic: 2
    case .lanczos: 3
    }
  }

  package static func widening(forReduction reduction: Double) -> Double { max(1, reduction) }

  package func value(at distance: Double) -> Double {
    let x = abs(distance)
    switch self {
    case .nearest, .average: return x <= 0.5 ? 1 : 0
    case .bilinear: return x < 1 ? 1 - x : 0
    case .cubic:
      if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
      if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
      return 0
    case .lanczos:
      if x < 1e-9 { return 1 }
      if x >= 3 { return 0 }
      let angle = Double.pi * x
      return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
  }
}
