import Foundation

/// The deviation of a level from the exact mean of the deepest one.
package struct OverviewDeviation: Sendable {
  /// The largest error of the colour of samples of at least one level of exact alpha.
  package private(set) var color = 0.0
  /// The largest error of alpha.
  package private(set) var alpha = 0.0
  /// The mean signed errors of red, green, blue and alpha.
  package private(set) var mean = [0.0, 0.0, 0.0, 0.0]
  /// The number of samples that the colours' means are of.
  package private(set) var count = 0
  /// The number of channels exactly half-way between two levels.
  package private(set) var ties = 0
  /// The number of those that were rounded up.
  package private(set) var tiesUp = 0

  package init(of level: Plane, from deepest: Plane, halvings: Int) {
    let side = 1 << halvings
    var sums = [0.0, 0.0, 0.0, 0.0]
    var alphaCount = 0
    level.forEach { x, y, sample in
      // Integers, so that nothing of the reference is rounded before the division.
      var total = SIMD4<Int>(repeating: 0)
      for row in y * side..<(y + 1) * side where deepest.rows.contains(row) {
        for column in (x * side..<(x + 1) * side).clamped(to: deepest.columns) {
          let child = SIMD4<Int>(truncatingIfNeeded: deepest[column, row])
          total &+= SIMD4(child.x, child.y, child.z, 1) &* child.w
        }
      }
      if total.w == 0 && sample.w == 0 { return }
      let exactAlpha = Double(total.w) / Double(side * side)
      alphaCount += 1
      alpha = max(alpha, abs(Double(sample.w) - exactAlpha))
      sums[3] += Double(sample.w) - exactAlpha
      guard exactAlpha >= 1 else { return }
      count += 1
      for channel in 0..<3 {
        let error = Double(sample[channel]) - Double(total[channel]) / Double(total.w)
        color = max(color, abs(error))
        sums[channel] += error
        if 2 * total[channel] % total.w == 0, total[channel] % total.w != 0 {
          ties += 1
          if error > 0 { tiesUp += 1 }
        }
      }
    }
    let counts = [count, count, count, alphaCount]
    mean = zip(sums, counts).map { $0 / Double(max($1, 1)) }
  }
}

/// The deviation of a level of means of light from the exact mean of the deepest one.
package struct LightDeviation: Sendable {
  /// The largest error of the colour of samples of at least one level of exact alpha.
  package private(set) var color = 0.0
  /// The mean signed error of their colour.
  package private(set) var mean = 0.0
  /// The number of channels that the means are of.
  package private(set) var count = 0
  /// The number of samples of another alpha than those of a mean of samples.
  package private(set) var otherAlpha = 0

  private static let lights = (0...255).map { light(UInt8($0)) }

  /// Compares a level with the deepest one, and its alpha with that of a level of means of samples.
  package init(of level: Plane, alphaOf average: Plane, from deepest: Plane, halvings: Int) {
    let side = 1 << halvings
    let lights = Self.lights
    var sum = 0.0
    level.forEach { x, y, found in
      if found.w != average[x, y].w { otherAlpha += 1 }
      var total = SIMD4<Double>()
      deepest.forEach(below: (x, y), halvings: halvings) { child in
        total +=
          SIMD4(lights[Int(child.x)], lights[Int(child.y)], lights[Int(child.z)], 1)
          * Double(child.w)
      }
      // With less visible area, alpha is the rounded one, and colour that of next to nothing.
      guard total.w >= Double(side * side) else { return }
      for channel in 0..<3 {
        let error = Double(found[channel]) - Self.sample(total[channel] / total.w)
        color = max(color, abs(error))
        sum += error
        count += 1
      }
    }
    mean = sum / Double(max(count, 1))
  }

  /// The linear light of an 8-bit sample of sRGB, 0 to 1 (IEC 61966-2-1).
  private static func light(_ sample: UInt8) -> Double {
    let value = Double(sample) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The sample for linear light, 0 to 255.
  private static func sample(_ light: Double) -> Double {
    255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }
}

/// Samples of a level that are unlike all those of the deepest one that they are to show.
package struct UnlikeSamples: Equatable, Sendable {
  /// Samples of another alpha than the mean's.
  package private(set) var alpha = 0
  /// Samples of a colour that none below has.
  package private(set) var color = 0
  /// Samples that are darker than all below.
  package private(set) var dark = 0
  /// Samples that are beyond those below in a channel, by more than a level of rounding at each zoom.
  package private(set) var range = 0

  /// Compares a level with the deepest one, and its alpha with that of a level of means.
  package init(of level: Plane, alphaOf average: Plane, from deepest: Plane, halvings: Int) {
    level.forEach { x, y, sample in
      if sample.w != average[x, y].w { alpha += 1 }
      guard sample.w > 0 else { return }
      var (isFound, darkest) = (false, 256.0)
      var (least, greatest) = (Sample(repeating: 255), Sample(repeating: 0))
      deepest.forEach(below: (x, y), halvings: halvings) { child in
        darkest = min(darkest, child.luma)
        if child.x == sample.x && child.y == sample.y && child.z == sample.z { isFound = true }
        least = pointwiseMin(least, child)
        greatest = pointwiseMax(greatest, child)
      }
      if !isFound { color += 1 }
      if sample.luma < darkest - 1 { dark += 1 }
      for channel in 0..<3
      where Int(sample[channel]) < Int(least[channel]) - halvings
        || Int(sample[channel]) > Int(greatest[channel]) + halvings
      { range += 1 }
    }
  }
}

extension Plane {
  /// Calls `body` with the samples that show something of those that a sample so many zooms above covers.
  fileprivate func forEach(
    below place: (x: Int, y: Int), halvings: Int, _ body: (Sample) -> Void
  ) {
    let (x, y, side) = (place.x << halvings, place.y << halvings, 1 << halvings)
    for row in (y..<y + side).clamped(to: rows) {
      for column in (x..<x + side).clamped(to: columns) where self[column, row].w > 0 {
        body(self[column, row])
      }
    }
  }

  /// The mean luma, weighted by alpha.
  package var meanLuma: Double {
    var sum = (luma: 0.0, alpha: 0.0)
    for sample in samples {
      sum.luma += sample.luma * Double(sample.w)
      sum.alpha += Double(sample.w)
    }
    return sum.luma / max(sum.alpha, 1)
  }
}

extension Sample {
  /// Luma by ITU-R BT.709.
  package var luma: Double { 0.2126 * Double(x) + 0.7152 * Double(y) + 0.0722 * Double(z) }
}
