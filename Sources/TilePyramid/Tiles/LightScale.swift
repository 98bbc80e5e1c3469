import TileImaging

/// Linear light of sRGB samples in whole units of which means are taken, and back.
///
/// A level is 16 units where the curve of sRGB is a straight line, below 11, and more above: white is near the
/// end of what 16 bits hold with a power of two there. So the darkest samples are whole units, their means are
/// exact through two halvings, and one half-way between two levels is a tie.
enum LightScale {
  private static let unitsPerLevel = 16.0
  /// The light of white in units, not rounded.
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

  /// The 8-bit sample nearest to half a unit less than each number: that of units, to which 0 or 1 is added
  /// to round a tie down or up, or that of 1 more than the whole units of a fraction.
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
