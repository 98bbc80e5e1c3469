import TileModel

/// What a `darken` overview should show, computed from its method and apart from the builder's code.
///
/// In blocks of ``block`` samples a sample has the colour of one of the four under it, and the mean's
/// alpha. Where the darkest of each four darken a block's mean luminance by at most ``allowance``, these
/// are taken; else those nearest to the mean darkened so, row by row, from the west and from the east in
/// turn, each making good what the one before was off by.
struct DarkenedPlane {
  /// Samples along one side of a block.
  static let block = 16
  /// By how many levels compression may change the mean luminance of a block that is opaque; more of one that is
  /// not, of whose samples fewer can be seen.
  static let lossyRoom = 16.0
  /// By how much of its mean luminance a block may be darkened.
  static let allowance = 0.13

  /// Samples along one side.
  let side: Int
  private let isLossy: Bool
  /// `side × side` straight samples, red in the low byte; 0 where the mean has no alpha.
  private(set) var colors: [UInt32]
  /// The same where the choice between the darkest and those nearest to the mean is not certain, with
  /// the other choice.
  private(set) var others: [UInt32]
  /// For each block, row by row, the sum of its samples' luminances times alpha: of the colours above, and
  /// if the darkest were taken, where that depends on rounding; else the same.
  private(set) var sums: [(wanted: Double, darkest: Double)] = []

  /// - Parameters:
  ///   - mean: The mean of the deepest zoom.
  ///   - children: The four tiles below; `nil` where nothing is.
  ///   - isLossy: Whether compression changed samples of any of them.
  init(_ mean: MeanPlane, _ children: [DecodedTile?], isLossy: Bool = false) {
    side = mean.side
    self.isLossy = isLossy
    colors = [UInt32](repeating: 0, count: side * side)
    others = colors
    for top in stride(from: 0, to: side, by: Self.block) {
      for left in stride(from: 0, to: side, by: Self.block) {
        pickBlock(left, top, mean, children)
      }
    }
  }

  /// Luma by the weights of ITU-R BT.709, in 256ths of a level.
  static func luminance(_ color: UInt32) -> Double {
    Double((color & 255) &* 54 &+ (color &>> 8 & 255) &* 183 &+ (color &>> 16 & 255) &* 19)
  }

  /// Calls a closure with the four samples under one that are not transparent.
  @inline(__always)
  static func forEachUnder(
    _ x: Int, _ y: Int, side: Int, _ children: [DecodedTile?], _ body: (UInt32) -> Void
  ) {
    let half = side / 2
    guard let child = children[(y / half) * 2 + x / half], child.side == side else { return }
    let start = 2 &* (y % half) &* side &+ 2 &* (x % half)
    for offset in [start, start &+ 1, start &+ side, start &+ side &+ 1] {
      let color = UInt32(littleEndian: child.pixels[offset])
      if color &>> 24 != 0 { body(color) }
    }
  }

  /// The rounded straight mean, red in the low byte.
  static func straight(_ mean: MeanPlane, _ index: Int) -> (color: UInt32, alpha: UInt32) {
    let value = mean.values + 4 &* index
    let alpha = (UInt32(value[3]) &+ 128) &>> 8
    guard alpha > 0, value[3] > 0 else { return (0, 0) }
    var color: UInt32 = 0
    for channel in 0..<3 {
      let level = (UInt32(value[channel]) &* 255 &+ UInt32(value[3]) / 2) / UInt32(value[3])
      color |= min(255, level) &<< (8 &* UInt32(channel))
    }
    return (color, alpha)
  }

  private mutating func pickBlock(
    _ left: Int, _ top: Int, _ mean: MeanPlane, _ children: [DecodedTile?]
  ) {
    var (exact, darkest, alphas) = (0.0, 0.0, 0.0)
    forEachSample(left, top) { x, y in
      let (color, alpha) = Self.straight(mean, y &* side &+ x)
      guard alpha > 0 else { return }
      var least = Double.infinity
      Self.forEachUnder(x, y, side: side, children) { least = min(least, Self.luminance($0)) }
      guard least.isFinite else { return }
      exact += Double(alpha) * Self.luminance(color)
      darkest += Double(alpha) * least
      alphas += Double(alpha)
    }
    let gap = darkest - (1 - Self.allowance) * exact
    let picked = pick(left, top, mean, children, takesDarkest: gap >= 0)
    let sum = picked.reduce(0) { $0 + Double($1.color &>> 24) * Self.luminance($1.color) }
    for (index, color) in picked { (colors[index], others[index]) = (color, color) }
    // Rounding of means, or compression, decides where the two are this close.
    let room = isLossy ? Self.lossyRoom * 256 * alphas : 0.01 * exact + 65280
    let isClose = abs(gap) <= room
    sums.append((sum, isClose ? darkest : sum))
    guard isClose else { return }
    for (index, color) in pick(left, top, mean, children, takesDarkest: gap < 0) {
      others[index] = color
    }
  }

  /// The colours of a block by one of the two choices, with the mean's alpha.
  private func pick(
    _ left: Int, _ top: Int, _ mean: MeanPlane, _ children: [DecodedTile?], takesDarkest: Bool
  ) -> [(index: Int, color: UInt32)] {
    var error = 0.0
    var picked: [(index: Int, color: UInt32)] = []
    forEachSample(left, top) { x, y in
      let index = y &* side &+ x
      let (color, alpha) = Self.straight(mean, index)
      guard alpha > 0 else { return }
      let wanted =
        takesDarkest ? 0 : Self.luminance(color) * (1 - Self.allowance) + error
      var (pick, least) = (color, Double.infinity)
      Self.forEachUnder(x, y, side: side, children) { child in
        let distance = abs(Self.luminance(child) - wanted)
        if distance < least { (pick, least) = (child, distance) }
      }
      if !takesDarkest { error = min(max(wanted - Self.luminance(pick), -65280), 65280) }
      picked.append((index, pick & 0xFF_FFFF | alpha &<< 24))
    }
    return picked
  }

  /// Visits the samples of a block in the order in which colours are picked.
  private func forEachSample(_ left: Int, _ top: Int, _ body: (Int, Int) -> Void) {
    for row in 0..<Self.block {
      for step in 0..<Self.block {
        body(left + (row & 1 == 0 ? step : Self.block - 1 - step), top + row)
      }
    }
  }

  /// The block of an overview whose mean luminance is furthest from what the method gives, beyond what
  /// rounding of means can do to it.
  ///
  /// - Returns: By how many levels, and where the block begins; `nil` where none is.
  func fault(of image: DecodedTile, quadrants known: UInt8) -> (levels: Double, x: Int, y: Int)? {
    var worst: (levels: Double, x: Int, y: Int)?
    let across = side / Self.block
    for (number, expected) in sums.enumerated() {
      let (left, top) = (number % across * Self.block, number / across * Self.block)
      let quadrant = (2 * top / side) * 2 + 2 * left / side
      guard known & 1 << UInt8(quadrant) != 0 else { continue }
      var (sum, alphas) = (0.0, 0.0)
      for y in top..<top + Self.block {
        for x in left..<left + Self.block {
          let color = UInt32(littleEndian: image.pixels[y &* side &+ x])
          sum += Double(color &>> 24) * Self.luminance(color)
          alphas += Double(color &>> 24)
        }
      }
      // The last error of each, and a level of every mean.
      let room = 2 * 65280 * 255 + 1.5 * 256 * alphas
      let (low, high) = (
        min(expected.wanted, expected.darkest), max(expected.wanted, expected.darkest)
      )
      let excess = max(sum - high, low - sum) - room
      guard excess > 0, alphas > 0 else { continue }
      let levels = max(sum - high, low - sum) / alphas / 256
      if levels > worst?.levels ?? 0 { worst = (levels, left, top) }
    }
    return worst
  }
}
