import TileImaging

/// A carried height: a sum over samples of the deepest level, divided by their possible number.
///
/// Exact through eighteen halvings.
struct HeightSum {
  private static let unit: Int64 = 1 << 36
  /// Steps of ``TileImaging/HeightSample`` times their weight.
  private var steps: Int64
  private var weight: Int64

  @inline(__always)
  init(_ sample: UInt32) {
    weight = sample < 0xFF00_0000 ? 0 : Self.unit
    steps = Int64(HeightSample.steps(of: sample)) &* weight
  }

  @inline(__always)
  init(_ a: HeightSum, _ b: HeightSum, _ c: HeightSum, _ d: HeightSum) {
    steps = (a.steps &+ b.steps &+ c.steps &+ d.steps) &>> 2
    weight = (a.weight &+ b.weight &+ c.weight &+ d.weight) &>> 2
  }

  /// The mean of the known heights; transparent without any below.
  @inline(__always)
  var sample: UInt32 {
    guard weight > 0 else { return 0 }
    return HeightSample.sample(steps: UInt32((Double(steps) / Double(weight)).rounded()))
  }
}
