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
  /// The squares besides what is foreign that tell whether the overview is made from the tiles below, and those of
  /// them that are not; of quadrants in which some square differs.
  let besides: (squares: Int16, different: Int16)

  /// Whether a square differs by more than compression makes it.
  var hasDifferences: Bool {
    quadrants.contains { $0.map { $0.largest > LossyDifference.toleranceInTile.square } ?? false }
  }

  /// Compares an overview with the means of the tiles under it and, where it differs, with their samples.
  init(
    _ image: DecodedTile, _ mean: MeanPlane, _ children: [DecodedTile?], quadrants known: UInt8
  ) {
    let difference = LossyDifference(image, mean, quadrants: known)
    var squares = SquareMap(across: image.side / LossyDifference.side)
    quadrants = Quadrants { number in
      guard let found = difference.quadrants[number] else { return nil }
      var quadrant = Quadrant(largest: found.largest, mean: found.mean)
      if found.largest > LossyDifference.toleranceInTile.square, let child = children[number] {
        quadrant.compare(image, mean, child, number, &squares)
      }
      return quadrant
    }
    besides = squares.besides
  }
}

extension LossyFit.Quadrant {
  /// The range of green in a square from which on it shows more than one colour, in levels.
  private static let leastContrast = 32
  /// The levels between the means of the least and the largest of four samples up to which a square tells
  /// what it is made from, whichever of them a kernel weights most.
  private static let mostFreedom: Float = 24

  /// Looks for squares whose mean no kernel makes.
  fileprivate mutating func compare(
    _ image: DecodedTile, _ mean: MeanPlane, _ child: DecodedTile, _ number: Int,
    _ squares: inout SquareMap
  ) {
    let (side, half) = (LossyDifference.side, image.side / 2)
    let (left, top) = (number & 1 * half, number >> 1 * half)
    for y in stride(from: 0, through: half - side, by: side) {
      for x in stride(from: 0, through: half - side, by: side) {
        let (column, row) = ((left + x) / side, (top + y) / side)
        let difference = LossyDifference.difference(image, mean, x: left + x, y: top + y)
        if max(difference.max(), -difference.min()) > LossyDifference.toleranceInTile.square,
          let excess = Self.excess(image, left + x, top + y, child, x, y),
          excess > LossyDifference.toleranceInTile.square
        {
          squares.addForeign(column, row)
          if excess > foreign?.excess ?? 0 {
            foreign = LossyFit.Square(excess: excess, x: Int16(left + x), y: Int16(top + y))
          }
          continue
        }
        guard mean.contrast(x: left + x, y: top + y, side: side) > Self.leastContrast,
          let range = Self.range(under: x, y, child), range.width <= Self.mostFreedom
        else { continue }
        let own = mean.levels(x: left + x, y: top + y, side: side) + difference
        squares.add(column, row, isExplained: range.excess(own) <= LossyDifference.tolerance)
      }
    }
  }

  /// The means of the least and of the largest of each two by two samples under a square; `nil` where some are not opaque.
  private static func range(under x: Int, _ y: Int, _ child: DecodedTile) -> MeanRange? {
    let side = LossyDifference.side
    var range = MeanRange()
    for row in y..<y + side {
      for column in x..<x + side {
        let first = 2 &* (row &* child.side &+ column)
        var (low, high) = (SIMD4<Float>(repeating: 255), SIMD4<Float>())
        for index in [first, first &+ 1, first &+ child.side, first &+ child.side &+ 1] {
          let color = UInt32(littleEndian: child.pixels[index])
          guard color &>> 24 == 255 else { return nil }
          let levels = KernelReach.levels(color)
          low = pointwiseMin(low, levels)
          high = pointwiseMax(high, levels)
        }
        range.low += low / Float(side * side)
        range.high += high / Float(side * side)
      }
    }
    return range
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

/// What the squares of an overview tell.
private struct SquareMap {
  let across: Int
  /// Whether the mean of each square that tells it is one that the tile below allows.
  private var isExplained: [Bool?]
  private var foreign: [(column: Int, row: Int)] = []

  init(across: Int) {
    self.across = across
    isExplained = [Bool?](repeating: nil, count: across * across)
  }

  mutating func add(_ column: Int, _ row: Int, isExplained value: Bool) {
    isExplained[row * across + column] = value
  }

  mutating func addForeign(_ column: Int, _ row: Int) { foreign.append((column, row)) }

  /// The squares that tell, and those of them that are not explained; without those beside foreign ones, which
  /// may be partly of the same.
  var besides: (squares: Int16, different: Int16) {
    var rest = isExplained
    for (column, row) in foreign {
      for y in max(0, row - 1)...min(across - 1, row + 1) {
        for x in max(0, column - 1)...min(across - 1, column + 1) { rest[y * across + x] = nil }
      }
    }
    let telling = rest.compactMap { $0 }
    return (Int16(telling.count), Int16(telling.count { !$0 }))
  }
}

/// The means that kernels of two by two samples may give a square, in levels.
private struct MeanRange {
  var (low, high) = (SIMD4<Float>(), SIMD4<Float>())

  /// The largest difference of its ends in a channel.
  var width: Float { (high - low).replacing(with: 0, where: [false, false, false, true]).max() }

  /// By how much a mean is beyond it in some channel.
  func excess(_ mean: SIMD4<Float>) -> Float {
    pointwiseMax(mean - high, low - mean).replacing(with: 0, where: [false, false, false, true])
      .max()
  }
}

extension MeanPlane {
  /// The mean of a square in red, green and blue, in levels of premultiplied colour.
  fileprivate func levels(x left: Int, y top: Int, side length: Int) -> SIMD4<Float> {
    var sums = SIMD4<UInt32>()
    for y in top..<top + length {
      for x in left..<left + length {
        for channel in 0..<3 {
          sums[channel] &+= UInt32(values[4 &* (y &* side &+ x) &+ channel])
        }
      }
    }
    return SIMD4<Float>(sums) / Float(256 * length * length)
  }

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
