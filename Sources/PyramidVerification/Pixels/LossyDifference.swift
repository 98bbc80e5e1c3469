/// By how much a lossy overview, or one of lossy tiles, differs from what it should show.
///
/// Single samples of lossy tiles may be off by much; means over squares of ``side`` samples and over
/// quadrants are kept well, in red, green and blue. How far off squares usually are depends on the
/// quality of the tiles, which is not known, and on the kernel.
struct LossyDifference {
  /// One quarter of the overview.
  struct Quadrant: Sendable {
    /// The largest difference of the mean of a square in red, green or blue, in levels.
    fileprivate(set) var largest: Float = 0
    /// Where that square begins, in samples of the tile.
    fileprivate(set) var position = (x: 0, y: 0)
    /// The largest difference of the mean lightness of a square.
    fileprivate(set) var lightness: Float = 0
    /// The mean difference of the lightness of all squares, whatever their signs.
    fileprivate(set) var usualLightness: Float = 0
    /// The mean difference of all squares, whatever their signs.
    fileprivate(set) var usual: Float = 0
    /// The largest difference of the mean of the quadrant in red, green or blue.
    fileprivate(set) var mean: Float = 0
  }

  /// The side of the squares, in samples: that of the blocks in which JPEG, WebP and AVIF keep chroma.
  static let side = 16
  /// The levels by which any square may be off besides what is usual: in the store, or of lightness in
  /// the tile.
  static let tolerance: Float = 8
  /// The levels by which a channel of a square, and of the mean of a quadrant, may be off where what is
  /// usual in the store is not known: in JPEG of quality 10 chroma is kept in steps of 11 levels, of which blue is off
  /// by up to 0.9 in a flat tile, and by more where lightness is off as well.
  static let toleranceInTile: (square: Float, mean: Float) = (24, 12)
  /// How many times the usual difference a square may be off besides.
  static let usualFactor: Float = 4
  /// The usual difference beyond which a tile shows something else.
  static let usualLimit: Float = 16
  /// The levels by which the mean of a quadrant may be off.
  static let meanTolerance: Float = 2

  /// The quadrants row by row from the north-west; `nil` where what they should show is not known.
  private(set) var quadrants: [Quadrant?] = []

  /// Compares the quadrants of a tile whose bits are set; their side is a multiple of ``side``, or
  /// squares at the edges of quadrants are left out.
  init(_ tile: DecodedTile, _ wanted: MeanPlane, quadrants known: UInt8) {
    for number in 0..<4 {
      quadrants.append(
        known & (1 << UInt8(number)) != 0 ? Self.compare(tile, wanted, number) : nil)
    }
  }

  private static func compare(
    _ tile: DecodedTile, _ wanted: MeanPlane, _ number: Int
  ) -> Quadrant {
    var result = Quadrant()
    let half = tile.side / 2
    let (left, top) = (number & 1 * half, number >> 1 * half)
    var sums = SIMD4<Float>()
    var usual = SIMD4<Float>()
    var count: Float = 0
    for y in stride(from: top, through: top + half - side, by: side) {
      for x in stride(from: left, through: left + half - side, by: side) {
        let difference = difference(tile, wanted, x: x, y: y)
        let size = difference.replacing(with: -difference, where: difference .< 0)
        sums += difference
        usual += size
        count += 1
        let lightness = abs((difference * weights).sum())
        result.usualLightness += lightness
        result.lightness = max(result.lightness, lightness)
        if size.max() > result.largest { (result.largest, result.position) = (size.max(), (x, y)) }
      }
    }
    let mean = sums / max(1, count)
    result.mean = max(mean.max(), -mean.min())
    result.usual = usual.max() / max(1, count)
    result.usualLightness /= max(1, count)
    return result
  }

  /// What red, green and blue count for in lightness.
  private static let weights = SIMD4<Float>(0.25, 0.5, 0.25, 0)

  /// Tile minus expectation in the mean of a square, in levels of premultiplied colour.
  static func difference(
    _ tile: DecodedTile, _ wanted: MeanPlane, x: Int, y: Int
  ) -> SIMD4<Float> {
    var sums = SIMD4<Int32>()
    for row in y..<(y &+ side) {
      let start = 4 &* (row &* tile.side &+ x)
      let (own, other) = (tile.samples + start, wanted.values + start)
      for index in stride(from: 0, to: 4 * side, by: 4) {
        let alpha = own[index &+ 3]
        for channel in 0..<3 {
          sums[channel] &+=
            Int32(MeanPlane.premultiplied(own[index &+ channel], alpha))
            &- Int32(other[index &+ channel])
        }
      }
    }
    return SIMD4<Float>(sums) / Float(256 * side * side)
  }
}
