/// A square of greys, 0 to 255.
struct GreyPlane {
  let side: Int
  /// `side × side` values.
  var values: [Float]

  init(_ side: Int, _ values: [Float]) { (self.side, self.values) = (side, values) }

  init(_ tile: DecodedTile) {
    side = tile.side
    values = ResidualPlane(tile).values.map(ResidualPlane.grey)
  }

  /// The mean square of the detail that smoothing twice removes.
  var finest: Float {
    let smooth = smoothed(2).values
    var sum: Float = 0
    for index in values.indices {
      sum += (values[index] - smooth[index]) * (values[index] - smooth[index])
    }
    return sum / Float(max(1, values.count))
  }

  /// The plane smoothed by 1-2-1 along both axes some times.
  func smoothed(_ times: Int) -> GreyPlane {
    var plane = self
    var other = values
    for _ in 0..<times {
      Self.smooth(plane.values, into: &other, step: 1, side: side)
      Self.smooth(other, into: &plane.values, step: side, side: side)
    }
    return plane
  }

  private static func smooth(_ source: [Float], into target: inout [Float], step: Int, side: Int) {
    source.withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        let across = step == 1 ? side : 1
        for line in 0..<side {
          let start = line &* across
          target[start] = source[start]
          let last = start &+ (side &- 1) &* step
          target[last] = source[last]
          var index = start &+ step
          while index < last {
            target[index] =
              0.25 * source[index &- step] + 0.5 * source[index] + 0.25 * source[index &+ step]
            index &+= step
          }
        }
      }
    }
  }
}
