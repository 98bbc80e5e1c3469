/// How one plane agrees with another, over some quadrants.
struct PlaneAgreement {
  /// Pearson's correlation; 1 when both are flat and alike, 0 when one is flat.
  var correlation: Float = 1
  /// The standard deviation of the first plane, in levels.
  var contrast: Float = 0
  /// The standard deviation of the second plane, in levels.
  var expectedContrast: Float = 0
  /// The mean of the first minus that of the second, in levels.
  var meanDifference: Float = 0

  /// Compares two planes of one side in the quadrants whose bits are set.
  init(_ plane: GreyPlane, _ expected: GreyPlane, quadrants: UInt8) {
    var (n, a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    Self.forEachRow(side: plane.side, quadrants: quadrants, margin: 0) { row in
      var sums = SIMD8<Float>()
      plane.values.withUnsafeBufferPointer { first in
        expected.values.withUnsafeBufferPointer { second in
          for index in row {
            let x = first[index] - 128
            let y = second[index] - 128
            sums[0] += x
            sums[1] += y
            sums[2] += x * x
            sums[3] += y * y
            sums[4] += x * y
          }
        }
      }
      n += Double(row.count)
      a += Double(sums[0])
      b += Double(sums[1])
      aa += Double(sums[2])
      bb += Double(sums[3])
      ab += Double(sums[4])
    }
    guard n > 0 else { return }
    let varianceA = max(0, aa / n - a / n * (a / n))
    let varianceB = max(0, bb / n - b / n * (b / n))
    contrast = Float(varianceA.squareRoot())
    expectedContrast = Float(varianceB.squareRoot())
    meanDifference = Float((a - b) / n)
    if contrast > 0.5, expectedContrast > 0.5 {
      correlation = Float((ab / n - a / n * (b / n)) / (varianceA * varianceB).squareRoot())
    } else {
      correlation = contrast <= 0.5 && expectedContrast <= 0.5 ? 1 : 0
    }
  }

  /// Visits the rows of the chosen quadrants as ranges of indices, `margin` samples inside the tile.
  static func forEachRow(
    side: Int, quadrants: UInt8, margin: Int, _ body: (Range<Int>) -> Void
  ) {
    let half = side / 2
    for quadrant in 0..<4 where quadrants & (1 << quadrant) != 0 {
      let left = max(margin, quadrant & 1 * half)
      let right = min(side - margin, (quadrant & 1 + 1) * half)
      let top = max(margin, (quadrant >> 1) * half)
      let bottom = min(side - margin, (quadrant >> 1 + 1) * half)
      for y in top..<bottom { body((y * side + left)..<(y * side + right)) }
    }
  }
}

/// The equations of the shift that best explains how two planes differ (Lucas and Kanade).
struct ShiftSums: Sendable {
  private var xx = 0.0
  private var xy = 0.0
  private var yy = 0.0
  private var xt = 0.0
  private var yt = 0.0
  private var tt = 0.0
  private var count = 0.0

  /// The number of neighbouring samples that err alike: smoothing spans 5 × 5, compression 8 × 8.
  private static let samplesAlike = 64.0

  /// Creates equations without samples.
  init() {}

  /// Takes the samples of some quadrants of two planes, those along the edges of a tile left out.
  init(_ plane: GreyPlane, _ expected: GreyPlane, quadrants: UInt8 = 15, margin: Int) {
    let (first, second) = (plane.smoothed.values, expected.smoothed.values)
    PlaneAgreement.forEachRow(side: plane.side, quadrants: quadrants, margin: margin) { row in
      for index in row { add(first, second, at: index, side: plane.side) }
    }
  }

  /// Adds the slopes at a sample of two smoothed planes, and by how much it differs.
  @inline(__always)
  mutating func add(_ first: [Float], _ second: [Float], at index: Int, side: Int) {
    func slope(_ step: Int) -> Double {
      Double(
        (first[index &+ step] - first[index &- step] + second[index &+ step]
          - second[index &- step]) / 4)
    }
    let (x, y, change) = (slope(1), slope(side), Double(second[index] - first[index]))
    xx += x * x
    xy += x * y
    yy += y * y
    xt += x * change
    yt += y * change
    tt += change * change
    count += 1
  }

  /// The shift east and south in samples: right to a tenth for shifts up to about one, and too small
  /// beyond; 0 along an axis on which nothing changes.
  var shift: (x: Double, y: Double) {
    let ridge = 0.001 * (xx + yy) + 1
    let (a, b) = (xx + ridge, yy + ridge)
    let determinant = a * b - xy * xy
    return ((b * xt - xy * yt) / determinant, (a * yt - xy * xt) / determinant)
  }

  /// The standard error of the shift, from the differences that it does not explain.
  var error: (x: Double, y: Double) {
    let ridge = 0.001 * (xx + yy) + 1
    let (a, b) = (xx + ridge, yy + ridge)
    let determinant = a * b - xy * xy
    let rest = max(tt * (1 - explained), 1) * Self.samplesAlike / max(1, count)
    return ((rest * b / determinant).squareRoot(), (rest * a / determinant).squareRoot())
  }

  /// The fraction of the squares of the differences that the shift explains.
  var explained: Double {
    let shift = shift
    return tt > 0 ? (shift.x * xt + shift.y * yt) / tt : 0
  }
}
