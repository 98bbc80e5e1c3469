/// Samples that are compared: red, green and blue over a background, and alpha, 0 to 255 each.
struct ResidualPlane {
  /// Mid-grey, over which black, white and nothing are three different colours.
  static let middle = SIMD4<Float>(128, 128, 128, 0)

  let side: Int
  /// `side × side` values.
  var values: [SIMD4<Float>]

  init(_ tile: DecodedTile) { self.init(side: tile.side) { tile.premultiplied($0) } }

  init(_ mean: MeanPlane) {
    self.init(side: mean.side) { index in
      SIMD4<Float>(
        UnsafeRawPointer(mean.values).loadUnaligned(
          fromByteOffset: 8 &* index, as: SIMD4<UInt16>.self)) / 256
    }
  }

  /// Takes premultiplied samples.
  init(side: Int, over background: SIMD4<Float> = middle, premultiplied: (Int) -> SIMD4<Float>) {
    self.side = side
    values = [SIMD4<Float>](unsafeUninitializedCapacity: side * side) { buffer, count in
      for index in 0..<side * side {
        let value = premultiplied(index)
        buffer[index] = value.w >= 255 ? value : value + background * (1 - value.w / 255)
      }
      count = side * side
    }
  }

  @inline(__always)
  static func grey(_ value: SIMD4<Float>) -> Float {
    (value * SIMD4(0.25, 0.5, 0.25, 0)).sum()
  }

  /// Pearson's correlation of the greys with those of another plane; 0 where one is flat.
  ///
  /// The quarters of the other are taken in the given order.
  func correlation(with other: ResidualPlane, quarters: [Int] = [0, 1, 2, 3]) -> Float {
    let half = side / 2
    var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (number, from) in quarters.enumerated() {
      for row in 0..<half {
        let own = ((number >> 1) * half + row) * side + (number & 1) * half
        let wanted = ((from >> 1) * half + row) * side + (from & 1) * half
        var sums = SIMD8<Float>()
        for column in 0..<half {
          let x = Self.grey(values[own &+ column]) - 128
          let y = Self.grey(other.values[wanted &+ column]) - 128
          sums += SIMD8(x, y, x * x, y * y, x * y, 0, 0, 0)
        }
        a += Double(sums[0])
        b += Double(sums[1])
        aa += Double(sums[2])
        bb += Double(sums[3])
        ab += Double(sums[4])
      }
    }
    let count = Double(4 * half * half)
    let (left, right) = (aa / count - a * a / count / count, bb / count - b * b / count / count)
    guard left > 0.25, right > 0.25 else { return 0 }
    return Float((ab / count - a * b / count / count) / (left * right).squareRoot())
  }
}
