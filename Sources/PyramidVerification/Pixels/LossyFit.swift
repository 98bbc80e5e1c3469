/// How an overview of lossy tiles, or a lossy one, agrees with the tiles under it.
struct LossyFit: BitwiseCopyable, Sendable {
  /// By how much one quarter of it is off.
  struct Quadrant: BitwiseCopyable, Sendable {
    /// The largest difference of the mean of a square in red, green or blue, in levels.
    let largest: Float
    /// The largest difference of the mean of the quadrant in red, green or blue, in levels.
    let mean: Float
  }

  /// The quadrants; `nil` where the tile below is not known.
  let quadrants: Quadrants<Quadrant?>

  init(_ difference: LossyDifference) {
    quadrants = Quadrants {
      difference.quadrants[$0].map { Quadrant(largest: $0.largest, mean: $0.mean) }
    }
  }
}
