/// The differences of an overview from the expected one, in 256ths of a level.
struct OverviewDifference {
  var largest = 0
  var position = (x: 0, y: 0)
  var beyond = 0
  var signedSum = 0
  var signedCount = 0
  var holes = 0

  static let tolerance = 256 + 16

  init(_ tile: DecodedTile, _ mean: MeanPlane, quadrants: UInt8, alphaOnly: Bool = false) {
    let side = tile.side
    let half = side / 2
    for quadrant in 0..<4 where quadrants & (1 << quadrant) != 0 {
      let left = quadrant & 1 &* half
      let top = (quadrant &>> 1) &* half
      for y in top..<(top &+ half) {
        compareRow(
          UnsafePointer(tile.samples + 4 &* (y &* side &+ left)),
          UnsafePointer(mean.values + 4 &* (y &* side &+ left)), count: half, x: left, y: y,
          isOpaque: tile.isOpaque, alphaOnly: alphaOnly)
      }
    }
  }

  private mutating func compareRow(
    _ tile: UnsafePointer<UInt8>, _ mean: UnsafePointer<UInt16>, count: Int, x: Int, y: Int,
    isOpaque: Bool, alphaOnly: Bool
  ) {
    if isOpaque, !alphaOnly {
      // The common case without a branch in it; what stands out is looked at again.
      var worst: Int32 = 0
      var sum: Int32 = 0
      for index in 0..<(4 &* count) {
        let difference = Int32(tile[index]) &<< 8 &- Int32(mean[index])
        sum &+= difference
        worst = max(worst, difference.magnitude.signed)
      }
      if worst <= Int32(Self.tolerance) {
        if Int(worst) > largest { (largest, position) = (Int(worst), (x, y)) }
        // Alpha is 255 on both sides, or the difference above would show.
        signedSum &+= Int(sum)
        signedCount &+= 3 &* count
        return
      }
    }
    for column in 0..<count {
      let pixel = tile + 4 &* column
      let wanted = mean + 4 &* column
      let alpha = pixel[3]
      var worst = abs(Int(alpha) &<< 8 &- Int(wanted[3]))
      if wanted[3] >= 250 &<< 8, alpha < 8 { holes &+= 1 }
      if !alphaOnly {
        var sum = 0
        for channel in 0..<3 {
          let difference =
            Int(MeanPlane.premultiplied(pixel[channel], alpha)) &- Int(wanted[channel])
          sum &+= difference
          worst = max(worst, abs(difference))
        }
        if alpha == 255, wanted[3] == 255 &<< 8 {
          signedSum &+= sum
          signedCount &+= 3
        }
      }
      if worst > Self.tolerance { beyond &+= 1 }
      if worst > largest { (largest, position) = (worst, (x &+ column, y)) }
    }
  }
}

extension UInt32 {
  /// The number must be below 2^31.
  @inline(__always)
  fileprivate var signed: Int32 { Int32(truncatingIfNeeded: self) }
}
