/// Compositing of an image over those below it.
enum Painting {
  /// Works on straight RGBA8.
  ///
  /// A pixel that is equal in both stays unchanged, as part of one picture in two files.
  static func paint(
    _ samples: UnsafePointer<UInt8>, over target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let source = UnsafeRawPointer(samples)
    let result = UnsafeMutableRawPointer(target)
    for index in 0..<count {
      let above = source.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD4<UInt8>.self)
      if above.w == 0 { continue }
      let below = result.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD4<UInt8>.self)
      if above.w == 255 || below.w == 0 {
        result.storeBytes(of: above, toByteOffset: 4 &* index, as: SIMD4<UInt8>.self)
      } else if above != below {
        result.storeBytes(
          of: mixed(above, over: below), toByteOffset: 4 &* index, as: SIMD4<UInt8>.self)
      }
    }
  }

  private static func mixed(_ above: SIMD4<UInt8>, over below: SIMD4<UInt8>) -> SIMD4<UInt8> {
    let (a, b) = (
      SIMD4<UInt32>(truncatingIfNeeded: above), SIMD4<UInt32>(truncatingIfNeeded: below)
    )
    // All in 255 · 255 parts.
    let through = b.w &* (255 &- a.w)
    let alpha = 255 &* a.w &+ through
    var color = (a &* (255 &* a.w) &+ b &* through &+ alpha / 2) / SIMD4(repeating: alpha)
    color.w = (alpha &+ 127) / 255
    return SIMD4<UInt8>(truncatingIfNeeded: color)
  }
}
