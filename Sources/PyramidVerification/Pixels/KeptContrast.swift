import TileModel

/// What a `keep` overview may show, by the laws of its method, of which that of blocks holds for lossy `darken`
/// overviews, too: a sample is between the mean and one of the
/// samples under it, and a block's mean luminance is off the exact one by no more than ``allowance``; of lossy
/// tiles the latter, and ``DarkenedPlane/lossyRoom`` more.
struct KeptContrast {
  /// By how much of a block's luminance it may be darker, and of what it lacks to white lighter.
  private static let allowance = 0.13

  let mean: MeanPlane
  /// The four tiles below; `nil` where nothing is.
  let children: [DecodedTile?]

  /// What is furthest beyond the laws; `nil` where nothing is.
  func fault(of image: DecodedTile, quadrants known: UInt8) -> String? {
    let (side, block) = (mean.side, DarkenedPlane.block)
    let isLossy = image.isLossy || mean.isLossy
    var foreign = 0
    for top in stride(from: 0, to: side, by: block) {
      for left in stride(from: 0, to: side, by: block) {
        let quadrant = (2 * top / side) * 2 + 2 * left / side
        guard known & 1 << UInt8(quadrant) != 0 else { continue }
        var (exact, found, all) = (0.0, 0.0, 0.0)
        for y in top..<top + block {
          for x in left..<left + block {
            let color = UInt32(littleEndian: image.pixels[y &* side &+ x])
            let (straight, alpha) = DarkenedPlane.straight(mean, y &* side &+ x)
            guard alpha > 0, color >> 24 > 0 else { continue }
            if !isLossy, !isBetween(color, straight, x, y) { foreign += 1 }
            exact += Double(alpha) * DarkenedPlane.luminance(straight)
            found += Double(alpha) * DarkenedPlane.luminance(color)
            all += Double(alpha) * 65280
          }
        }
        // A level of the mean, and one of each sample.
        let share = all / 65280 / Double(255 * block * block)
        let levels = isLossy ? DarkenedPlane.lossyRoom / max(share, 1e-9).squareRoot() : 2
        let room = levels * 256 * all / 65280
        let low = (1 - Self.allowance) * exact - room
        let high = exact + Self.allowance * (all - exact) + room
        if found < low || found > high {
          let levels = abs(found - exact) / max(all, 1) * 255
          return "\(block) × \(block) samples at (\(left), \(top)) are "
            + "\(NumberText.fixed(levels, 1)) levels off in mean luminance"
        }
      }
    }
    return foreign > 0 ? "\(foreign) samples of a colour that is not between those under them" : nil
  }

  /// Whether every channel is between that of the mean and that of one sample under it, to two levels of
  /// rounding.
  private func isBetween(_ color: UInt32, _ straight: UInt32, _ x: Int, _ y: Int) -> Bool {
    func channels(_ color: UInt32) -> SIMD3<Int32> {
      SIMD3(Int32(color & 255), Int32(color >> 8 & 255), Int32(color >> 16 & 255))
    }
    let (own, middle) = (channels(color), channels(straight))
    func isNear(_ other: SIMD3<Int32>) -> Bool {
      let (low, high) = (pointwiseMin(middle, other) &- 2, pointwiseMax(middle, other) &+ 2)
      return all(own .>= low .& own .<= high)
    }
    var isFound = isNear(middle)
    DarkenedPlane.forEachUnder(x, y, side: mean.side, children) {
      isFound = isFound || isNear(channels($0))
    }
    return isFound
  }
}
