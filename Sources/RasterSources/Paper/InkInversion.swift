import Platform
import TileImaging

/// Inverts the lightness of colours in CIE Lab and keeps their hue.
///
/// Black becomes white, and white the dark of a map's ground. Chroma is kept too, except where the new lightness has no
/// displayable colour of that chroma.
enum InkInversion {
  /// The lightness that white becomes.
  ///
  /// Measured: of 120 pairs of 16 pale fills (Material 50 and 100) each keeps 0.83 of its distance in CIE Lab; with
  /// black for white one kept 0.14, since colours near black have no chroma to show.
  private static let ground = 14.0
  private static let parts = [
    SIMD3(0.4124564, 0.3575761, 0.1804375), SIMD3(0.2126729, 0.7151522, 0.0721750),
    SIMD3(0.0193339, 0.1191920, 0.9503041),
  ].map { $0 / $0.sum() }
  private static let primaries = [
    SIMD3(3.2404542, -1.5371385, -0.4985314), SIMD3(-0.9692660, 1.8760108, 0.0415560),
    SIMD3(0.0556434, -0.2040259, 1.0572252),
  ].map { $0 * SIMD3(0.9504700, 1.0000001, 1.0888300) }
  /// Bisection steps for the largest displayable chroma.
  private static let steps = 12

  private static let grid = ColorGrid(channels: 3) { samples in
    stride(from: 0, to: samples.count, by: 3).map { index in
      inverted(
        SIMD3(
          SRGBCurve.light(of: Double(samples[index])),
          SRGBCurve.light(of: Double(samples[index + 1])),
          SRGBCurve.light(of: Double(samples[index + 2]))))
    }
  }

  static func apply(to samples: UnsafeMutablePointer<UInt8>, count: Int) {
    grid.convert(samples, count: count)
  }

  private static func inverted(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let (x, y, z) = (
      response((parts[0] * light).sum()), response((parts[1] * light).sum()),
      response((parts[2] * light).sum())
    )
    // The lightness is 116 y − 16, where 100 is white.
    let lightness = ground + (100 - (116 * y - 16)) * (100 - ground) / 100
    let inverted = (lightness + 16) / 116
    func color(chroma: Double) -> SIMD3<Double> {
      let parts = SIMD3(
        part(inverted + chroma * (x - y)), part(inverted), part(inverted + chroma * (z - y)))
      return SIMD3(
        (primaries[0] * parts).sum(), (primaries[1] * parts).sum(), (primaries[2] * parts).sum())
    }
    func isShown(_ color: SIMD3<Double>) -> Bool { color.min() > -1e-5 && color.max() < 1 + 1e-5 }
    let whole = color(chroma: 1)
    if isShown(whole) { return whole }
    var (most, step) = (0.0, 0.5)
    for _ in 0..<steps {
      if isShown(color(chroma: most + step)) { most += step }
      step /= 2
    }
    return color(chroma: most)
  }

  private static func response(_ part: Double) -> Double {
    part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
  }

  private static func part(_ response: Double) -> Double {
    response > 6.0 / 29 ? response * response * response : (116 * response - 16) * 27 / 24389
  }
}
