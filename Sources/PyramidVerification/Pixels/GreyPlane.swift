/// A tile as one number a sample: its luminance over mid-grey, 0 to 255.
///
/// Black, white and nothing are three different greys, so that lines on a transparent background count.
struct GreyPlane {
  /// Samples along one side.
  let side: Int
  /// `side × side` values.
  var values: [Float]

  /// The grey of a straight sample.
  @inline(__always)
  static func grey(
    _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8, on background: Float = middle
  ) -> Float {
    let luminance = Float(red) * 0.25 + Float(green) * 0.5 + Float(blue) * 0.25
    let fraction = Float(alpha) * (1 / 255)
    return luminance * fraction + background * (1 - fraction)
  }

  /// How light a pixel is, red in its low byte.
  static func grey(_ pixel: UInt32) -> Float {
    grey(
      UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel >> 8),
      UInt8(truncatingIfNeeded: pixel >> 16), UInt8(truncatingIfNeeded: pixel >> 24))
  }

  /// What stands for transparency.
  static let middle: Float = 128

  init(_ tile: DecodedTile) {
    side = tile.side
    let count = side * side
    values = [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count {
        let pixel = tile.samples + 4 &* index
        buffer[index] = Self.grey(pixel[0], pixel[1], pixel[2], pixel[3])
      }
      filled = count
    }
  }

  init(_ mean: MeanPlane) {
    side = mean.side
    let count = side * side
    values = [Float](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count {
        let value = mean.values + 4 &* index
        let luminance = Float(value[0]) + 2 * Float(value[1]) + Float(value[2])
        let fraction = Float(value[3]) * (1 / 65280)
        buffer[index] = luminance * (1 / 1024) + 128 * (1 - fraction)
      }
      filled = count
    }
  }

  init(side: Int, values: [Float]) {
    self.side = side
    self.values = values
  }

  /// The plane with its northern and southern halves exchanged.
  var flipped: GreyPlane {
    let half = values.count / 2
    return GreyPlane(side: side, values: Array(values[half...] + values[..<half]))
  }

  /// The plane with its north-eastern and south-western quadrants exchanged.
  var transposed: GreyPlane {
    var plane = self
    let half = side / 2
    for y in 0..<half {
      for x in 0..<half { plane.values.swapAt(y * side + half + x, (half + y) * side + x) }
    }
    return plane
  }

  /// The plane smoothed by 1-2-1 along both axes, twice, so that differences of a sample or two in
  /// place show as differences of value in proportion.
  var smoothed: GreyPlane {
    var plane = self
    var other = values
    for _ in 0..<2 {
      Self.smooth(plane.values, into: &other, step: 1, side: side)
      Self.smooth(other, into: &plane.values, step: side, side: side)
    }
    return plane
  }

  private static func smooth(
    _ source: [Float], into target: inout [Float], step: Int, side: Int
  ) {
    source.withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        let across = step == 1 ? side : 1
        for line in 0..<side {
          let start = line &* across
          target[start] = source[start]
          let last = start &+ (side &- 1) &* step
          target[last] = source[last]
          var index = start &+ step
          while index < last {
            target[index] =
              0.25 * source[index &- step] + 0.5 * source[index] + 0.25 * source[index &+ step]
            index &+= step
          }
        }
      }
    }
  }
}
