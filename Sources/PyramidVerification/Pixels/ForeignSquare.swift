/// The largest square of an overview in which no sample is what any kernel makes of the tiles below.
///
/// Single samples may be so, and lines of them, where each zoom is made from the image: what is
/// between the samples of one zoom may be seen in another. What fills a square of ``least`` samples
/// cannot be between samples half as large.
struct ForeignSquare: BitwiseCopyable, Sendable {
  /// The side, in samples, from which on it counts.
  static let least = 8

  /// The first column and row, in samples of the overview, and the side.
  private(set) var (x, y): (Int16, Int16)
  let side: Int16

  /// The square in a tile of which its samples are a part.
  func moved(x: Int, y: Int) -> ForeignSquare {
    var square = self
    square.x += Int16(x)
    square.y += Int16(y)
    return square
  }

  /// Finds the largest square of samples that are set; `nil` where none counts.
  init?(in flags: [Bool], width: Int) {
    // The side of the largest square whose last sample each is: one more than the least of those that end
    // beside it.
    var sides = [Int](repeating: 0, count: flags.count)
    var best = (side: Self.least - 1, index: 0)
    for index in flags.indices where flags[index] {
      let (x, y) = (index % width, index / width)
      sides[index] =
        x > 0 && y > 0
        ? 1 + min(sides[index - 1], sides[index - width], sides[index - width - 1]) : 1
      if sides[index] > best.side { best = (sides[index], index) }
    }
    guard best.side >= Self.least else { return nil }
    (x, y) = (
      Int16(best.index % width - best.side + 1), Int16(best.index / width - best.side + 1)
    )
    side = Int16(best.side)
  }
}
