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
    let (gap, isClose) = Self.choice(left, top, mean, children, isLossy: isLossy)
    for (index, color) in pick(left, top, mean, children, takesDarkest: gap >= 0) {
      (colors[index], others[index]) = (color, color)
    }
    guard isClose else { return }
    for (index, color) in pick(left, top, mean, children, takesDarkest: gap < 0) {
      others[index] = color
    }
  }

  /// The choice of a block: the luminance, times alpha, by which the darkest samples are above the most that
  /// they may darken, and whether rounding of means, or compression, decides.
  private static func choice(
    _ left: Int, _ top: Int, _ mean: MeanPlane, _ children: [DecodedTile?], isLossy: Bool
  ) -> (gap: Double, isClose: Bool) {
    var (exact, darkest, alphas) = (0.0, 0.0, 0.0)
    forEachSample(left, top) { x, y in
      let (color, alpha) = straight(mean, y &* mean.side &+ x)
      guard alpha > 0 else { return }
      var least = Double.infinity
      forEachUnder(x, y, side: mean.side, children) { least = min(least, luminance($0)) }
      guard least.isFinite else { return }
      exact += Double(alpha) * luminance(color)
      darkest += Double(alpha) * least
      alphas += Double(alpha)
    }
    let gap = darkest - (1 - allowance) * exact
    return (gap, abs(gap) <= (isLossy ? lossyRoom * 256 * alphas : 0.01 * exact + 65280))
  }

  /// The colours of a block by one of the two choices, with the mean's alpha.
  private func pick(
    _ left: Int, _ top: Int, _ mean: MeanPlane, _ children: [DecodedTile?], takesDarkest: Bool
  ) -> [(index: Int, color: UInt32)] {
    var error = 0.0
    var picked: [(index: Int, color: UInt32)] = []
    Self.forEachSample(left, top) { x, y in
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
  private static func forEachSample(_ left: Int, _ top: Int, _ body: (Int, Int) -> Void) {
    for row in 0..<block {
      for step in 0..<block {
        body(left + (row & 1 == 0 ? step : block - 1 - step), top + row)
      }
    }
  }

  /// Finds the first sample of a lossless overview whose colour the method does not pick.
  ///
  /// A block's samples are followed in the method's order with its own picks: each must be nearest to what
  /// some rounding of the means wants. A sum of the block says less, since one tie decided the other
  /// way changes all picks after it.
  static func fault(
    of image: DecodedTile, _ mean: MeanPlane, _ children: [DecodedTile?], quadrants known: UInt8
  ) -> (x: Int, y: Int)? {
    let side = mean.side
    for top in stride(from: 0, to: side, by: block) {
      for left in stride(from: 0, to: side, by: block) {
        let quadrant = (2 * top / side) * 2 + 2 * left / side
        guard known & 1 << UInt8(quadrant) != 0 else { continue }
        let (gap, isClose) = choice(left, top, mean, children, isLossy: false)
        let faults = (isClose ? [true, false] : [gap >= 0]).map {
          fault(left, top, of: image, mean, children, takesDarkest: $0)
        }
        if let fault = faults[0], faults.allSatisfy({ $0 != nil }) { return fault }
      }
    }
    return nil
  }

  /// The first sample of a block that one of the two choices does not pick.
  private static func fault(
    _ left: Int, _ top: Int, of image: DecodedTile, _ mean: MeanPlane, _ children: [DecodedTile?],
    takesDarkest: Bool
  ) -> (x: Int, y: Int)? {
    var error = 0.0...0.0
    var fault: (x: Int, y: Int)?
    forEachSample(left, top) { x, y in
      let index = y &* mean.side &+ x
      let color = UInt32(littleEndian: image.pixels[index])
      guard fault == nil, color &>> 24 > 0, straight(mean, index).alpha > 0 else { return }
      let pick = luminance(color)
      var (below, above) = (-Double.infinity, Double.infinity)
      forEachUnder(x, y, side: mean.side, children) { child in
        let other = luminance(child)
        if other < pick { below = max(below, other) }
        if other > pick { above = min(above, other) }
      }
      if takesDarkest {
        if below > -.infinity { fault = (x, y) }
        return
      }
      // Rounding of means is within a level; halfway between two colours either may be picked.
      let level = luminances(mean, index)
      let low = max(level.lowerBound * (1 - allowance) + error.lowerBound, (below + pick) / 2 - 1)
      let high = min(level.upperBound * (1 - allowance) + error.upperBound, (above + pick) / 2 + 1)
      guard low <= high else {
        fault = (x, y)
        return
      }
      error = min(max(low - pick, -65280), 65280)...min(max(high - pick, -65280), 65280)
    }
    return fault
  }

  /// The luminances that the rounded straight mean may have, by what rounding at every zoom may add.
  private static func luminances(_ mean: MeanPlane, _ index: Int) -> ClosedRange<Double> {
    let value = mean.values + 4 &* index
    let alpha = Double(value[3])
    let slack = 8.0
    var (low, high) = (0.0, 0.0)
    for (channel, weight) in [54.0, 183, 19].enumerated() {
      let amount = Double(value[channel])
      low += weight * max(0, ((amount - slack) * 255 / (alpha + slack) + 0.5).rounded(.down))
      high +=
        weight * min(255, ((amount + slack) * 255 / max(1, alpha - slack) + 0.5).rounded(.down))
    }
    return low...max(low, high)
  }
}
