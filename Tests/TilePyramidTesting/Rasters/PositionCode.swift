package import Georeferencing
import RasterSources
package import TileModel

/// A colour that tells where it was drawn, smooth enough to survive resampling.
///
/// Red rises and falls linearly with x, green with y: a triangle wave from 0 to 255 and back over
/// ``period`` pixels. Linear stretches are reproduced exactly by every resampling kernel whose weights
/// sum to one and are symmetric, so a decoded position tells where a sample was really taken. Blue is
/// 255 minus the mean of both. All samples are opaque.
package struct PositionCode: Hashable, Sendable {
  /// The pixels from one peak to the next; a level is `period / 510` pixels.
  package let period: Double

  /// Creates a code; a period of at least twice the raster's longer side is monotone.
  package init(period: Double = 128) {
    precondition(period > 0, "a wave has a length")
    self.period = period
  }

  /// The colour of a position, before it is rounded: red and green, `0...255`.
  package func levels(at point: PixelPoint) -> (red: Double, green: Double) {
    (wave(point.x), wave(point.y))
  }

  /// The colour of the pixel at a column and row, that of its centre.
  package func color(x: Int, y: Int) -> PixelColor {
    let (red, green) = levels(at: PixelPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
    return PixelColor(
      UInt8(red.rounded()), UInt8(green.rounded()), UInt8(255 - ((red + green) / 2).rounded()))
  }

  /// The position nearest to `expected` that has a colour.
  ///
  /// - Parameters:
  ///   - red: The red level, rounded or exact.
  ///   - green: The green level.
  ///   - expected: The approximate position, right to a quarter of the period.
  /// - Returns: The position; off by up to half a level, `period / 1020` pixels, by rounding alone.
  package func position(red: Double, green: Double, near expected: PixelPoint) -> PixelPoint {
    PixelPoint(x: nearest(red, to: expected.x), y: nearest(green, to: expected.y))
  }

  /// The distance of a position from the nearest turn of the wave in x or y, where kernels blur it.
  package func distanceFromTurn(_ point: PixelPoint) -> Double {
    func distance(_ value: Double) -> Double {
      let half = period / 2
      return abs(value - (value / half).rounded() * half)
    }
    return min(distance(point.x), distance(point.y))
  }

  private func wave(_ value: Double) -> Double {
    let phase = value / period - (value / period).rounded(.down)
    return 255 * (phase < 0.5 ? 2 * phase : 2 - 2 * phase)
  }

  private func nearest(_ level: Double, to expected: Double) -> Double {
    let offset = level / 510 * period
    let cycle = (expected / period).rounded(.down) * period
    let candidates = [-period, 0, period].flatMap { shift in
      [cycle + shift + offset, cycle + shift + period - offset]
    }
    return candidates.min { abs($0 - expected) < abs($1 - expected) } ?? expected
  }
}

extension SyntheticRaster {
  /// Pixels that tell their own position.
  package static func positionCoded(
    _ code: PositionCode = PositionCode(), size: PixelSize
  ) -> SyntheticRaster {
    SyntheticRaster(name: "position-\(code.period)", size: size, isOpaque: true) { x, y in
      code.color(x: x, y: y)
    }
  }
}
