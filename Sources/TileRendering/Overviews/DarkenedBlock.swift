/// A square block of samples whose colours are picked from their children's.
struct DarkenedBlock {
  /// Samples along one side; divides every tile size.
  static let side = 16
  /// Maximum darkening of a block, as a fraction of its mean luminance.
  static let allowance = 0.13

  /// The exact means, replaced by the result.
  let means: UnsafeMutablePointer<UInt32>
  /// Samples from one row of ``means`` to the next.
  let stride: Int
  /// The children, twice as many in each row and twice as many rows; `nil` for transparent ones.
  let children: (first: UnsafePointer<UInt32>, stride: Int)?

  func pick() {
    var exact = 0.0
    var darkest = 0.0
    forEachSample { mean, family in
      guard let dark = family.darkest else { return mean }
      let weight = Double(mean >> 24)
      exact += weight * Double(Self.luminance(mean))
      darkest += weight * Double(Self.luminance(dark))
      return mean
    }
    let takesDarkest = darkest >= (1 - Self.allowance) * exact
    var error = 0.0
    forEachSample { mean, family in
      guard let dark = family.darkest else { return mean }
      var pick = dark
      if !takesDarkest {
        // The error of each pick is carried to the next, so that the block's mean holds.
        let wanted = Double(Self.luminance(mean)) * (1 - Self.allowance) + error
        pick = family.nearest(toLuminance: wanted) ?? dark
        error = min(max(wanted - Double(Self.luminance(pick)), -65280), 65280)
      }
      return mean & 0xFF00_0000 | pick & 0xFF_FFFF
    }
  }

  /// Visits opaque samples row by row, alternately from the west and the east.
  private func forEachSample(_ replace: (_ mean: UInt32, _ family: Family) -> UInt32) {
    for row in 0..<Self.side {
      let means = means + row * stride
      let upper = children.map { $0.first + 2 * row * $0.stride }
      let lower = children.map { $0.first + (2 * row + 1) * $0.stride }
      for step in 0..<Self.side {
        let column = row & 1 == 0 ? step : Self.side - 1 - step
        guard means[column] >> 24 != 0 else { continue }
        means[column] = replace(
          means[column],
          Family(
            children: SIMD4(
              upper?[2 * column] ?? 0, upper?[2 * column + 1] ?? 0, lower?[2 * column] ?? 0,
              lower?[2 * column + 1] ?? 0)))
      }
    }
  }

  /// Luma of a straight sample (ITU-R BT.709), in 256ths of a level.
  static func luminance(_ sample: UInt32) -> UInt32 {
    (sample & 0xFF) * 54 + (sample >> 8 & 0xFF) * 183 + (sample >> 16 & 0xFF) * 19
  }

  /// The four children of a sample; transparent ones have no colour.
  private struct Family {
    let children: SIMD4<UInt32>

    var darkest: UInt32? { nearest(toLuminance: 0) }

    func nearest(toLuminance wanted: Double) -> UInt32? {
      var best: UInt32?
      var least = Double.infinity
      for index in 0..<4 where children[index] >> 24 != 0 {
        let distance = abs(Double(DarkenedBlock.luminance(children[index])) - wanted)
        if distance < least {
          best = children[index]
          least = distance
        }
      }
      return best
    }
  }
}
