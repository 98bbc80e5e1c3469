import Platform

/// A resampling kernel, computed from its definition and apart from the builder's.
///
/// Bilinear, cubic and Lanczos kernels widen where a sample of the result spans more than one source
/// sample. The area mean is over exactly the span of the sample.
struct ExpectedKernel: Sendable {
  /// The kernels that a layer definition may state.
  enum Kind: String, CaseIterable, Sendable {
    case nearest, bilinear, cubic, lanczos, average
  }

  private static let places = 2048

  let kind: Kind
  let radius: Double
  private let values: [Float]

  init(_ kind: Kind) {
    self.kind = kind
    radius =
      switch kind {
      case .nearest: 0
      case .average: 0.5
      case .bilinear: 1
      case .cubic: 2
      case .lanczos: 3
      }
    let radius = radius
    values = (0...(Int(radius) + 1) * Self.places).map {
      Float(Self.value(kind, at: Double($0) / Double(Self.places), radius: radius))
    }
  }

  /// The triangle; Keys's cubic with a = -1/2 (1981, equation 15); the sinc under a wider sinc.
  private static func value(_ kind: Kind, at x: Double, radius: Double) -> Double {
    if x >= radius { return 0 }
    switch kind {
    case .nearest, .average: return 1
    case .bilinear: return 1 - x
    case .cubic:
      return x <= 1 ? 1.5 * x * x * x - 2.5 * x * x + 1 : -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2
    case .lanczos:
      func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
      return sinc(x) * sinc(x / radius)
    }
  }

  func reach(span: Double) -> Double {
    switch kind {
    case .nearest: 1
    case .average: span / 2 + 1
    case .bilinear, .cubic, .lanczos: radius * max(1, span) + 1
    }
  }

  @inline(__always)
  func weights(
    at center: Double, span: Double, end: Double, into out: UnsafeMutablePointer<Float>
  ) -> (first: Int, count: Int) {
    switch kind {
    case .nearest:
      out[0] = 1
      return (Self.floor(center), 1)
    case .average:
      let (low, high) = (max(0, center - span / 2), min(end, center + span / 2))
      guard low < high else { return (0, 0) }
      let first = Self.floor(low)
      let last = max(first, Self.floor(high.nextDown))
      let scale = 1 / (high - low)
      for index in first...last {
        out[index &- first] = Float(
          (min(high, Double(index &+ 1)) - max(low, Double(index))) * scale)
      }
      return (first, last &- first &+ 1)
    case .bilinear, .cubic, .lanczos:
      let width = max(1, span)
      let reach = radius * width
      let first = Self.floor(center - reach + 0.5)
      let last = max(first, Self.floor(center + reach - 0.5))
      let scale = Double(Self.places) / width
      var sum: Float = 0
      values.withUnsafeBufferPointer { values in
        for index in first...last {
          let place = abs(Double(index) + 0.5 - center) * scale
          let whole = Int(place)
          let weight =
            values[whole] + (values[whole &+ 1] - values[whole]) * Float(place - Double(whole))
          out[index &- first] = weight
          sum += weight
        }
      }
      let scaled = 1 / sum
      for index in 0...(last &- first) { out[index] *= scaled }
      return (first, last &- first &+ 1)
    }
  }

  @inline(__always)
  func coverage(at center: Double, span: Double, end: Double) -> Float {
    if kind == .nearest { return center >= 0 && center < end ? 1 : 0 }
    let overlap = min(end, center + span / 2) - max(0, center - span / 2)
    return Float(min(1, max(0, overlap / span)))
  }

  @inline(__always)
  static func floor(_ value: Double) -> Int {
    let whole = Int(value)
    return Double(whole) > value ? whole &- 1 : whole
  }
}
