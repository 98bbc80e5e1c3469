import Platform

/// The transfer curve of sRGB (IEC 61966-2-1).
package enum SRGBCurve {
  /// Slope of the straight part of the curve, up to a sample of ``lineEnd``.
  package static let slope = 12.92
  private static let lineEnd = 0.04045

  /// Linear light of a sample, both 0 to 1.
  package static func light(of sample: Double) -> Double {
    sample <= lineEnd ? sample / slope : pow((sample + 0.055) / 1.055, 2.4)
  }

  /// The sample for linear light, defined beyond 0 to 1.
  package static func sample(of light: Double) -> Double {
    let size = abs(light)
    let sample = size <= 0.0031308 ? slope * size : 1.055 * pow(size, 1 / 2.4) - 0.055
    return light < 0 ? -sample : sample
  }
}
