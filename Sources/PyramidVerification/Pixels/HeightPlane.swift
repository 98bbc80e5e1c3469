import TileImaging

/// Means of heights of the deepest level: sums over the samples that have one, and their numbers.
///
/// Tiles may have a height for none, which cannot be told from a true one of the same number. Sums are
/// therefore kept with and without such samples, between which the true mean is.
///
/// SAFETY: it is filled by one thread before it is handed on, and then only read.
final class HeightPlane: OverviewPlane, @unchecked Sendable {
  /// The sum over a sample, in metres, and the number of heights, of 1 for a whole sample.
  struct Sum {
    var metres = 0.0
    var count = 0.0

    var mean: Double? { count > 0 ? metres / count : nil }

    fileprivate static func += (sum: inout Sum, other: Sum) {
      sum.metres += other.metres / 4
      sum.count += other.count / 4
    }
  }

  let side: Int
  let all: UnsafeMutablePointer<Sum>
  let sure: UnsafeMutablePointer<Sum>

  init(side: Int) {
    self.side = side
    all = .allocate(capacity: side * side)
    all.initialize(repeating: Sum(), count: side * side)
    sure = .allocate(capacity: side * side)
    sure.initialize(repeating: Sum(), count: side * side)
  }

  deinit {
    all.deallocate()
    sure.deallocate()
  }

  func fill(_ quadrant: Int, from child: DecodedTile) {
    forEachPair(quadrant) { target, source in
      let sample = UInt32(littleEndian: child.pixels[source])
      guard sample >= 0xFF00_0000 else { return }
      let sum = Sum(metres: HeightSample.metres(of: sample), count: 1)
      all[target] += sum
      if sample != child.fill { sure[target] += sum }
    }
  }

  /// Places without heights have none, in any colour.
  func fill(_ quadrant: Int, with color: UInt32) {}

  func fill(_ quadrant: Int, from child: HeightPlane) {
    forEachPair(quadrant) { target, source in
      all[target] += child.all[source]
      sure[target] += child.sure[source]
    }
  }

  private func forEachPair(_ quadrant: Int, _ body: (_ target: Int, _ source: Int) -> Void) {
    let start = start(of: quadrant)
    for row in 0..<side {
      for column in 0..<side {
        body(start + row / 2 * side + column / 2, row * side + column)
      }
    }
  }
}
