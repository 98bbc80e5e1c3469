/// By how much a lossy overview, or one of lossy tiles, differs from what it should show.
///
/// Single samples of lossy tiles may be off by much; means over squares of ``side`` samples are kept
/// well. Squares are judged by how far off those of the tile are usually, since the quality of the
/// tiles is not known.
struct LossyDifference {
  /// The side of the squares, in samples: that of the blocks in which JPEG and WebP keep chroma.
  static let side = 16
  /// The levels by which any square may be off.
  static let tolerance: Float = 8
  /// How many times the usual difference a square may be off besides.
  static let usualFactor: Float = 4
  /// The usual difference beyond which a tile shows something else.
  static let usualLimit: Float = 16

  /// The largest difference of any square, in levels of grey.
  private(set) var largest: Float = 0
  /// Where that square begins, in samples of the tile.
  private(set) var place = (x: 0, y: 0)
  /// The mean difference of all squares, whatever their signs.
  private(set) var usual: Float = 0

  /// Whether the whole tile differs.
  var isOther: Bool { usual > Self.usualLimit }
  /// Whether some square differs more than lossy compression explains.
  var isBeyond: Bool { largest > Self.tolerance + Self.usualFactor * usual }

  /// Compares the quadrants of two planes whose bits are set; their side is a multiple of ``side``
  /// twice over, or squares at the edges of quadrants are left out.
  init(_ tile: GreyPlane, _ wanted: GreyPlane, quadrants: UInt8) {
    let half = tile.side / 2
    var sum: Float = 0
    var count: Float = 0
    for quadrant in 0..<4 where quadrants & (1 << quadrant) != 0 {
      let left = quadrant & 1 * half
      let top = (quadrant >> 1) * half
      for y in stride(from: top, through: top + half - Self.side, by: Self.side) {
        for x in stride(from: left, through: left + half - Self.side, by: Self.side) {
          let difference = Self.difference(tile, wanted, x: x, y: y)
          sum += difference
          count += 1
          if difference > largest { (largest, place) = (difference, (x, y)) }
        }
      }
    }
    usual = sum / max(1, count)
  }

  private static func difference(
    _ tile: GreyPlane, _ wanted: GreyPlane, x: Int, y: Int
  ) -> Float {
    var sum: Float = 0
    tile.values.withUnsafeBufferPointer { own in
      wanted.values.withUnsafeBufferPointer { other in
        for row in y..<(y &+ side) {
          let start = row &* tile.side &+ x
          for index in start..<(start &+ side) { sum += own[index] - other[index] }
        }
      }
    }
    return abs(sum) / Float(side * side)
  }
}
