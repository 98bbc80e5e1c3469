/// How an overview of lossy tiles, or a lossy one, agrees with the tiles under it.
struct LossyFit: BitwiseCopyable, Sendable {
  /// By how much one quarter of it is off.
  struct Quadrant: BitwiseCopyable, Sendable {
    /// The largest difference of the mean of a square in red, green or blue, in levels.
    let largest: Float
    /// The largest difference of the mean of the quadrant in red, green or blue, in levels.
    let mean: Float
    /// The square whose mean is furthest beyond the range of the samples below, where some square differs
    /// by more than compression makes it.
    fileprivate(set) var foreign: Square?
    /// The squares that show more than one colour and whose mean is within that range, and those of them that differ.
    fileprivate(set) var besides: (squares: Int16, different: Int16) = (0, 0)
  }

  /// A square of the overview, ``LossyDifference/side`` samples wide.
  struct Square: BitwiseCopyable, Sendable {
    /// By how many levels it is beyond the range, in a channel or half the difference of two.
    let excess: Float
    /// Its first column and row.
    let (x, y): (Int16, Int16)
  }

  /// The quadrants; `nil` where the tile below is not known.
  let quadrants: Quadrants<Quadrant?>

  /// Compares an overview with the means of the tiles under it and, where it differs, with their samples.
  ///
  /// - Parameters:
  ///   - image: The overview.
  ///   - mean: The means of two by two samples below.
  ///   - children: The four tiles below.
  ///   - known: The quadrants for which they are known, bit by bit.
  init(
    _ image: DecodedTile, _ mean: MeanPlane, _ children: [DecodedTile?], quadrants known: UInt8
  ) {
    let difference = LossyDifference(image, mean, quadrants: known)
    quadrants = Quadrants { number in
      guard let found = difference.quadrants[number] else { return nil }
      var quadrant = Quadrant(largest: found.largest, mean: found.mean)
      if found.largest > LossyDifference.toleranceInTile.square, let child = children[number] {
        quadrant.compare(image, mean, child, number)
      }
      return quadrant
    }
  }
}

extension LossyFit.Quadrant {
  /// The range of green in a square from which on it shows more than one colour, in levels.
  private static let leastContrast = 32

  /// Looks for squares whose mean no kernel makes.
  fileprivate mutating func compare(
    _ image: DecodedTile, _ mean: MeanPlane, _ child: DecodedTile, _ number: Int
  ) {
    let (side, half) = (LossyDifference.side, image.side / 2)
    let (left, top) = (number & 1 * half, number >> 1 * half)
    for y in stride(from: 0, through: half - side, by: side) {
      for x in stride(from: 0, through: half - side, by: side) {
        let difference = LossyDifference.difference(image, mean, x: left + x, y: top + y)
        let size = max(difference.max(), -difference.min())
        if size > LossyDifference.toleranceInTile.square,
          let excess = Self.excess(image, left + x, top + y, child, x, y),
          excess > LossyDifference.toleranceInTile.square
        {
          if excess > foreign?.excess ?? 0 {
            foreign = LossyFit.Square(excess: excess, x: Int16(left + x), y: Int16(top + y))
          }
          continue
        }
        guard mean.contrast(x: left + x, y: top + y, side: side) > Self.leastContrast else {
          continue
        }
        besides.squares += 1
        if size > LossyDifference.tolerance { besides.different += 1 }
      }
    }
  }

  /// By how many levels the mean of a square is beyond the range of all samples from which a kernel may
  /// make it; `nil` where some are not opaque, or not known.
  private static func excess(
    _ image: DecodedTile, _ left: Int, _ top: Int, _ child: DecodedTile, _ x: Int, _ y: Int
  ) -> Float? {
    let side = LossyDifference.side
    var sum = SIMD4<Float>()
    for row in top..<top + side {
      for column in left..<left + side {
        let color = UInt32(littleEndian: image.pixels[row &* image.side &+ column])
        guard color &>> 24 == 255 else { return nil }
        sum += KernelReach.levels(color)
      }
    }
    var range = ColorRange()
    let margin = KernelReach.reach - 1
    for row in max(0, 2 * y - margin)..<min(child.side, 2 * (y + side) + margin) {
      for column in max(0, 2 * x - margin)..<min(child.side, 2 * (x + side) + margin) {
        let color = UInt32(littleEndian: child.pixels[row &* child.side &+ column])
        guard color &>> 24 == 255 else { return nil }
        range.include(KernelReach.features(KernelReach.levels(color)))
      }
    }
    // Over a square the weights of sharpening kernels cancel but at its edges.
    return range.excess(KernelReach.features(sum / Float(side * side)), overshoot: 0)
  }
}

extension MeanPlane {
  /// The range of green in a square, in levels.
  fileprivate func contrast(x left: Int, y top: Int, side length: Int) -> Int {
    var (low, high) = (UInt16.max, UInt16.min)
    for y in top..<top + length {
      for x in left..<left + length {
        let value = values[4 &* (y &* side &+ x) &+ 1]
        low = min(low, value)
        high = max(high, value)
      }
    }
    return Int(high - min(low, high)) / 256
  }
}
