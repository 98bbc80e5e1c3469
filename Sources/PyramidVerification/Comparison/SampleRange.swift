/// The least and the greatest samples of an image within a square around each position.
///
/// Minima over spans of 2, 4, 8 … samples are made of each other, so that the time does not grow with
/// the size of the squares.
struct SampleRange {
  /// The least, four channels each, of the square that begins at a position.
  let low: [UInt8]
  /// The greatest.
  let high: [UInt8]

  /// Looks at squares of `span` samples; those that end beyond the image hold nothing of use.
  init(_ samples: [UInt8], width: Int, span: Int) {
    low = Self.reduced(samples, width, span) { $0 < $1 ? $0 : $1 }
    high = Self.reduced(samples, width, span) { $0 > $1 ? $0 : $1 }
  }

  @inline(__always)
  private static func reduced(
    _ samples: [UInt8], _ width: Int, _ span: Int, _ choose: (UInt8, UInt8) -> UInt8
  ) -> [UInt8] {
    var values = samples
    var longer = samples
    for step in [4, 4 * width] {
      var reach = 1
      while reach < span {
        // The last span overlaps the one before, which changes nothing.
        let distance = min(reach, span - reach) * step
        // Two arrays, since what is read and written in one is not compiled to vectors.
        values.withUnsafeBufferPointer { values in
          longer.withUnsafeMutableBufferPointer { longer in
            for index in 0..<max(0, values.count - distance) {
              longer[index] = choose(values[index], values[index &+ distance])
            }
          }
        }
        swap(&values, &longer)
        reach += min(reach, span - reach)
      }
    }
    return values
  }
}
