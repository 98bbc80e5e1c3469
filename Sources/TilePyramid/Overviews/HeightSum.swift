import TileImaging

/// A height in the form in which it is carried from level to level: a sum over samples of the deepest level,
/// divided by how many there could be.
///
/// Exact through eighteen halvings.
struct HeightSum {
  /// A whole sample's weight.
  private static let unit: Int64 = 1 << 36
  /// The steps of ``TileImaging/HeightSample`` times their weight.
  private var steps: Int64
  /// The part of the sample where there is a height.
  private var weight: Int64

  /// The sum over one sample of the deepest level.
  @inline(__always)
  init(_ sample: UInt32) {
    weight = sample < 0xFF00_0000 ? 0 : Self.unit
    steps = Int64(HeightSample.steps(of: sample)) &* weight
  }

  /// The sum over the samples of four.
  @inline(__always)
  init(_ a: HeightSum, _ b: HeightSum, _ c: HeightSum, _ d: HeightSum) {
    steps = (a.steps &+ b.steps &+ c.steps &+ d.steps) &>> 2
    weight = (a.weight &+ b.weight &+ c.weight &+ d.weight) &>> 2
  }

  /// The mean of the heights that there are; none only where there is none below.
  @inline(__always)
  var sample: UInt32 {
    guard weight > 0 else { return 0 }
    return HeightSample.sample(steps: UInt32((Double(steps) / Double(weight)).rounded()))
  }
}
