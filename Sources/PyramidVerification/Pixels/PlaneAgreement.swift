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
  /// The mean of the absolute differences, in levels.
  var meanAbsolute: Float = 0

  /// Compares two planes of one side in the quadrants whose bits are set.
  init(_ plane: GreyPlane, _ expected: GreyPlane, quadrants: UInt8) {
    var (n, a, b, aa, bb, ab, absolute) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
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
            sums[5] += abs(x - y)
          }
        }
      }
      n += Double(row.count)
      a += Double(sums[0])
      b += Double(sums[1])
      aa += Double(sums[2])
      bb += Double(sums[3])
      ab += Double(sums[4])
      absolute += Double(sums[5])
    }
    guard n > 0 else { return }
    let varianceA = max(0, aa / n - a / n * (a / n))
    let varianceB = max(0, bb / n - b / n * (b / n))
    contrast = Float(varianceA.squareRoot())
    expectedContrast = Float(varianceB.squareRoot())
    meanDifference = Float((a - b) / n)
    meanAbsolute = Float(absolute / n)
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

  /// Estimates by how many samples the first plane is east and south of the second.
  ///
  /// One step of Lucas and Kanade's method on smoothed planes: right to a tenth of a sample for
  /// shifts up to about one, and too small beyond. 0 along an axis on which nothing changes.
  static func shift(
    _ plane: GreyPlane, _ expected: GreyPlane, quadrants: UInt8
  ) -> (x: Float, y: Float) {
    let first = plane.smoothed
    let second = expected.smoothed
    let side = plane.side
    var (xx, xy, yy, xt, yt) = (0.0, 0.0, 0.0, 0.0, 0.0)
    forEachRow(side: side, quadrants: quadrants, margin: 3) { row in
      var sums = SIMD8<Float>()
      first.values.withUnsafeBufferPointer { a in
        second.values.withUnsafeBufferPointer { b in
          for index in row {
            let gx =
              (a[index &+ 1] - a[index &- 1] + b[index &+ 1] - b[index &- 1]) * 0.25
            let gy =
              (a[index &+ side] - a[index &- side] + b[index &+ side] - b[index &- side]) * 0.25
            let change = b[index] - a[index]
            sums[0] += gx * gx
            sums[1] += gx * gy
            sums[2] += gy * gy
            sums[3] += gx * change
            sums[4] += gy * change
          }
        }
      }
      xx += Double(sums[0])
      xy += Double(sums[1])
      yy += Double(sums[2])
      xt += Double(sums[3])
      yt += Double(sums[4])
    }
    // Without the addition an axis without structure would take any value.
    let ridge = 0.001 * (xx + yy) + 1
    xx += ridge
    yy += ridge
    let determinant = xx * yy - xy * xy
    return (Float((yy * xt - xy * yt) / determinant), Float((xx * yt - xy * xt) / determinant))
  }
}
