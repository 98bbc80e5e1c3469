import TileImaging

/// The scale of linear light for means of sRGB samples, in whole units.
///
/// A level is 16 units on the straight part of the sRGB curve, below 11, and more above. The factor
/// is the greatest power of two that keeps white within 16 bits. The darkest samples are whole
/// units, their means are exact through two halvings, and one half-way between two levels is a tie.
enum LightScale {
  private static let unitsPerLevel = 16.0
  /// Light of white in units, not rounded.
  static let white = 255 * SRGBCurve.slope * unitsPerLevel

  // SAFETY: the tables are written before they are first read, and neither changed nor freed.

  /// The units of each 8-bit sample.
  nonisolated(unsafe) static let units: UnsafePointer<UInt16> = table(count: 256) {
    UInt16((SRGBCurve.light(of: Double($0) / 255) * white).rounded())
  }

  /// The light of each 8-bit sample in levels of `0...255`, not rounded.
  nonisolated(unsafe) static let levels: UnsafePointer<Float> = table(count: 256) {
    Float(SRGBCurve.light(of: Double($0) / 255) * 255)
  }

  /// The 8-bit sample nearest to half a unit less than the index.
  ///
  /// The index is a number of units plus a tie direction of 0 or 1, or the whole units of a
  /// fraction plus 1.
  nonisolated(unsafe) static let samples: UnsafePointer<UInt8> = table(count: (1 << 16) + 1) {
    let light = max(0, min((Double($0) - 0.5) / white, 1))
    return UInt8((SRGBCurve.sample(of: light) * 255).rounded())
  }

  private static func table<Element>(
    count: Int, _ element: (Int) -> Element
  ) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
    for index in 0..<count { (memory + index).initialize(to: element(index)) }
    return UnsafePointer(memory)
  }
}
