import Platform

/// The difference of a square of a tile from the expected one.
///
/// Its terms distinguish faults of one tile from effects of kernels and codecs, which all tiles of a zoom have.
struct PlaneResidual: BitwiseCopyable, Sendable {
  /// Samples along a side of the blocks of means, in which JPEG, WebP and AVIF keep chroma.
  static let block = 16
  /// Samples along the edges of the square, and of what is known, without known slopes: smoothing reaches four.
  private static let margin = 5

  private let side: Int
  /// The standard deviation of the greys of the tile or the expected one, whichever is greater, in levels of 8 bits.
  private(set) var contrast: Float = 0
  /// True where both show something, or one of them much: a line a sample wide may be lost.
  private(set) var isTelling = false
  /// The variance of the difference, divided by the sum of both variances: 0 when equal, 1 when uncorrelated.
  private(set) var relative: Float = 0
  /// The mean difference of their greys, own minus wanted, in levels.
  private(set) var lightness: Float = 0
  /// The shift east and south in samples (Lucas and Kanade), right to a tenth up to about one.
  ///
  /// Not a number along an axis without slopes.
  private(set) var shift = SIMD2<Float>(repeating: .nan)
  /// The fraction of the squares of smoothed differences that the shift explains.
  private(set) var explained: Float = 0
  /// The natural logarithm of the contrast of detail of two to eight samples, divided by the expected one.
  ///
  /// Not a number without such detail.
  private(set) var sharpness = Float.nan
  /// The ``sharpness`` less ``fineWeight`` times a natural logarithm: of the contrast of the finest detail of the
  /// tile below, divided by that of detail of two to eight samples in the expected square.
  ///
  /// Such detail has no place in an overview. Not a number where there is no tile below.
  private(set) var detail = Float.nan
  /// The largest difference of the mean of a channel, in levels.
  private(set) var mean: Float = 0
  /// The standard deviation of red or blue less green within blocks of the expected square of a lossy tile, in levels.
  private(set) var chroma: Float = 0
  /// The largest difference of the mean of a channel in a block, in levels.
  private(set) var square: Float = 0
  /// The largest root mean square of the differences of a block, in the contrast of the block.
  private(set) var roughness: Float = 0
  /// The beginning of the block whose mean differs most, in samples of the tile.
  private(set) var (x, y): (Int16, Int16) = (0, 0)

  private static let fineWeight: Float = 0.3

  /// `nil` where both are of the same one colour.
  init?(
    _ own: ResidualPlane, _ wanted: ResidualPlane, x left: Int = 0, y top: Int = 0, side: Int,
    finestBelow: (() -> Float)? = nil, isKnown: [Bool]? = nil,
    isLossy: Bool = false, isExact: Bool = false
  ) {
    self.side = side
    let zeros = [Float](repeating: 0, count: side * side)
    var greys = (zeros, zeros)
    var (isAlike, sums, count) = (true, SIMD8<Double>(), 0.0)
    let first = (own.values[top * own.side + left], wanted.values[top * own.side + left])
    let width = own.side
    own.values.withUnsafeBufferPointer { own in
      wanted.values.withUnsafeBufferPointer { wanted in
        for row in 0..<side {
          var line = SIMD8<Float>()
          let start = (top &+ row) &* width &+ left
          for column in 0..<side {
            let (a, b) = (own[start &+ column], wanted[start &+ column])
            if a != first.0 || b != first.1 { isAlike = false }
            let (x, y) = (ResidualPlane.grey(a), ResidualPlane.grey(b))
            greys.0[row &* side &+ column] = x
            greys.1[row &* side &+ column] = y
            if let isKnown, !isKnown[start &+ column] { continue }
            count += 1
            line += SIMD8(x, y, x * x, y * y, (x - y) * (x - y), 0, 0, 0)
          }
          sums += SIMD8<Double>(line)
        }
      }
    }
    if isAlike, first.0 == first.1 { return nil }
    if count == 0 { return nil }
    sums /= count
    let variances = (
      own: Float(max(0, sums[2] - sums[0] * sums[0])),
      wanted: Float(max(0, sums[3] - sums[1] * sums[1]))
    )
    lightness = Float(sums[0] - sums[1])
    contrast = max(variances.own, variances.wanted).squareRoot()
    isTelling = contrast > 24 || min(variances.own, variances.wanted) > 64
    relative =
      max(0, Float(sums[4]) - lightness * lightness) / (variances.own + variances.wanted + 2)
    compareBlocks(own, wanted, left, top, side, isKnown, isLossy)
    if side > 2 * Self.margin + 4 {
      compareSlopes(
        GreyPlane(side, greys.0), GreyPlane(side, greys.1), finestBelow, isKnown,
        isExact: isExact, isLossy: isLossy)
    }
  }

  private mutating func compareBlocks(
    _ own: ResidualPlane, _ wanted: ResidualPlane, _ left: Int, _ top: Int, _ side: Int,
    _ isKnown: [Bool]?, _ isLossy: Bool
  ) {
    let (width, block) = (own.side, min(Self.block, side))
    var (all, samples, chromas) = (SIMD4<Float>(), Float(0), SIMD4<Float>())
    own.values.withUnsafeBufferPointer { own in
      wanted.values.withUnsafeBufferPointer { wanted in
        for y in stride(from: top, through: top + side - block, by: block) {
          for x in stride(from: left, through: left + side - block, by: block) {
            var (sum, squares) = (SIMD4<Float>(), SIMD4<Float>())
            var (first, second) = (SIMD4<Float>(), SIMD4<Float>())
            var (firsts, seconds) = (SIMD4<Float>(), SIMD4<Float>())
            var (tint, tints) = (SIMD4<Float>(), SIMD4<Float>())
            var count: Float = 0
            for row in y..<y + block {
              for index in row &* width &+ x..<row &* width &+ x &+ block {
                if let isKnown, !isKnown[index] { continue }
                count += 1
                let (a, b) = (own[index], wanted[index])
                let difference = a - b
                sum += difference
                squares += difference * difference
                first += a
                firsts += a * a
                second += b
                seconds += b * b
                let hue = b - SIMD4(repeating: b.y)
                tint += hue
                tints += hue * hue
              }
            }
            all += sum
            samples += count
            // Less than half of a block says little of it.
            if 2 * count < Float(block * block) { continue }
            chromas += tints - tint * tint / count
            sum /= count
            let size = max(sum.max(), -sum.min())
            if size > square { (square, self.x, self.y) = (size, Int16(x), Int16(y)) }
            let variance = pointwiseMax(
              firsts / count - first * first / (count * count),
              seconds / count - second * second / (count * count))
            let spread = max(0, max(variance.x, variance.y, variance.z)).squareRoot()
            let root = ((squares.x + squares.y + squares.z) / (3 * count)).squareRoot()
            roughness = max(roughness, root / (4 + spread))
          }
        }
      }
    }
    all /= max(1, samples)
    mean = max(all.max(), -all.min())
    if isLossy { chroma = max(0, chromas.x, chromas.z).squareRoot() / max(1, samples).squareRoot() }
  }

  /// Measures shift and detail by planes that are smoothed.
  private mutating func compareSlopes(
    _ own: GreyPlane, _ wanted: GreyPlane, _ finestBelow: (() -> Float)?, _ isKnown: [Bool]?,
    isExact: Bool, isLossy: Bool
  ) {
    // Rounding alone limits what slopes tell of tiles that were not compressed.
    let fine = (own.smoothed(1), wanted.smoothed(1))
    let middle = (fine.0.smoothed(1), fine.1.smoothed(1))
    let coarse = (middle.0.smoothed(2), middle.1.smoothed(2))
    // Repeated fine detail tells less of a shift than coarser structure.
    for (planes, least) in [(middle, Self.leastSlope.middle), (coarse, Self.leastSlope.coarse)] {
      measureShift(
        planes.0.values, planes.1.values, isKnown,
        leastSlope: isExact ? Self.leastSlope.exact : least,
        leastExplained: isLossy ? Self.leastExplained : 0)
    }
    var (sums, count) = (SIMD2<Double>(), 0.0)
    forEachSample(isKnown, &count) { index in
      let (a, b) = (
        fine.0.values[index] - coarse.0.values[index], fine.1.values[index] - coarse.1.values[index]
      )
      sums += SIMD2(Double(a * a), Double(b * b))
    }
    sums /= max(1, count)
    guard count >= Self.fewest, sums.max() > Self.leastDetail else { return }
    sharpness = Float(0.5 * log((sums.x + 0.1) / (sums.y + 0.1)))
    if let finestBelow, sums.y > 2 * Self.leastDetail {
      let finest = 0.5 * log((Double(finestBelow()) + 1) / (sums.y + 1))
      detail = sharpness - Self.fineWeight * Float(finest)
    }
  }

  /// Solves the equations of Lucas and Kanade, and keeps what explains more.
  private mutating func measureShift(
    _ a: [Float], _ b: [Float], _ isKnown: [Bool]?, leastSlope: Double, leastExplained: Double
  ) {
    let side = side
    var (sums, count) = (SIMD8<Double>(), 0.0)
    forEachSample(isKnown, &count) { index in
      let x = (a[index &+ 1] - a[index &- 1] + b[index &+ 1] - b[index &- 1]) / 4
      let y = (a[index &+ side] - a[index &- side] + b[index &+ side] - b[index &- side]) / 4
      let change = b[index] - a[index]
      let (wantedX, wantedY) = (b[index &+ 1] - b[index &- 1], b[index &+ side] - b[index &- side])
      sums += SIMD8<Double>(
        SIMD8(
          x * x, x * y, y * y, x * change, y * change, change * change, wantedX * wantedX,
          wantedY * wantedY))
    }
    sums /= max(1, count)
    let ridge = 0.001 * (sums[0] + sums[2]) + 1e-4
    let (xx, yy, xy) = (sums[0] + ridge, sums[2] + ridge, sums[1])
    let determinant = xx * yy - xy * xy
    let moved = SIMD2(
      (yy * sums[3] - xy * sums[4]) / determinant, (xx * sums[4] - xy * sums[3]) / determinant)
    let explains = moved.x * sums[3] + moved.y * sums[4]
    let share = Float(explains / (sums[5] + 1e-6))
    // Slopes of which hardly any are wanted are what a codec made.
    let slopes = (x: min(sums[0], sums[6]), y: min(sums[2], sums[7]))
    guard count >= Self.fewest, max(slopes.x, slopes.y) > leastSlope,
      share > explained || explained == 0
    else { return }
    explained = explains < leastExplained ? 0 : share
    func told(_ value: Double, _ slope: Double) -> Float {
      slope > leastSlope && abs(value) < Self.farthest ? Float(value) : .nan
    }
    shift = SIMD2(told(moved.x, slopes.x), told(moved.y, slopes.y))
  }

  /// Visits the samples whose neighbours are known.
  @inline(__always)
  private func forEachSample(_ isKnown: [Bool]?, _ count: inout Double, _ body: (Int) -> Void) {
    for row in Self.margin..<side - Self.margin {
      for index in row &* side &+ Self.margin..<(row &+ 1) &* side &- Self.margin {
        if let isKnown, !Self.isKnown(isKnown, around: index, side) { continue }
        count += 1
        body(index)
      }
    }
  }

  private static func isKnown(_ flags: [Bool], around index: Int, _ side: Int) -> Bool {
    let (above, below) = (index - margin * side, index + margin * side)
    return flags[index - margin] && flags[index + margin] && flags[above] && flags[below]
      && flags[above - margin] && flags[above + margin] && flags[below - margin]
      && flags[below + margin]
  }

  /// The mean squares of slopes, and of detail, below which compression and rounding decide.
  private static let leastSlope = (middle: 4.0, coarse: 0.5, exact: 0.01)
  private static let leastDetail = 2.0
  /// The mean square of differences that a shift explains, below which a codec's noise on few slopes does.
  private static let leastExplained = 0.1
  /// The fewest samples that tell of a shift, and of detail.
  private static let fewest = 1024.0
  /// The shift from which on the equations say nothing, in samples.
  private static let farthest = 2.0
}
