/// The arithmetic of halving rows of samples, two rows and two columns to one.
///
/// Between levels a sample is kept finer than 8 bits, in one of two forms, so that errors do not
/// add up:
///
/// * *opaque*: four 16-bit lanes R, B, G, A of 8.8 fixed point in a `UInt64` (alpha is always 255).
///   Exact through four halvings, then rounded by at most half a 256th of a level each.
/// * *premultiplied*: four `Int32` R, G, B, A of colour × alpha × 2^13, with alpha scaled by 255
///   too: colour = 255 × R / A. Exact through six halvings.
///
/// Means in light use the units of ``LightScale`` in place of 256ths of a level.
package enum Halving {
  private static let evenBytes: UInt64 = 0x00FF_00FF_00FF_00FF
  private static let evenLanes: UInt64 = 0x0000_FFFF_0000_FFFF

  package static func opaqueSamples(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, count: Int, column: Int, row: Int,
    fine: UnsafeMutablePointer<UInt64>, samples: UnsafeMutablePointer<UInt32>
  ) {
    var index = 0
    while index < count {
      let tie = UInt64(TieBreak.direction(column: column &+ index, row: row))
      let round = 0x0001_0001 &+ tie &* 0x0001_0001
      let end = index &+ TieBreak.stretch
      while index < end {
        let a = upper.loadUnaligned(fromByteOffset: index &<< 3, as: UInt64.self)
        let b = lower.loadUnaligned(fromByteOffset: index &<< 3, as: UInt64.self)
        let even = (a & evenBytes) &+ (b & evenBytes)
        let odd = ((a &>> 8) & evenBytes) &+ ((b &>> 8) & evenBytes)
        let redBlue = (even & 0xFFFF_FFFF) &+ (even &>> 32)
        let greenAlpha = (odd & 0xFFFF_FFFF) &+ (odd &>> 32)
        fine[index] = (redBlue | greenAlpha &<< 32) &<< 6
        let low = ((redBlue &+ round) &>> 2) & 0x00FF_00FF
        let high = ((greenAlpha &+ round) &>> 2) & 0x00FF_00FF
        samples[index] = UInt32(truncatingIfNeeded: low | high &<< 8)
        index &+= 1
      }
    }
  }

  static func opaque(
    _ upper: UnsafePointer<UInt64>, _ lower: UnsafePointer<UInt64>, count: Int, column: Int,
    row: Int, light: OverviewLight, fine: UnsafeMutablePointer<UInt64>,
    samples: UnsafeMutablePointer<UInt32>
  ) {
    switch light {
    case .srgb:
      opaque(upper, lower, count: count, column: column, row: row, fine: fine, samples: samples) {
        let round = 0x0000_007F_0000_007F &+ $2 &* 0x0000_0001_0000_0001
        let low = (($0 &+ round) &>> 8) & 0x0000_00FF_0000_00FF
        let high = (($1 &+ round) &>> 8) & 0x0000_00FF_0000_00FF
        let lowBytes = (low | low &>> 24) & 0xFFFF
        let highBytes = (high | high &>> 24) & 0xFFFF
        return UInt32(truncatingIfNeeded: lowBytes | highBytes &<< 16)
      }
    case .linear:
      let shown = LightScale.samples
      opaque(upper, lower, count: count, column: column, row: row, fine: fine, samples: samples) {
        let red = UInt32(shown[Int($0 & 0xFFFF &+ $2)])
        let green = UInt32(shown[Int($0 &>> 32 &+ $2)])
        let blue = UInt32(shown[Int($1 & 0xFFFF &+ $2)])
        return red | green &<< 8 | blue &<< 16 | 0xFF00_0000
      }
    }
  }

  /// Works on red and green, and blue and alpha, in 32-bit lanes; rounding follows the direction of
  /// ties.
  @inline(__always)
  private static func opaque(
    _ upper: UnsafePointer<UInt64>, _ lower: UnsafePointer<UInt64>, count: Int, column: Int,
    row: Int, fine: UnsafeMutablePointer<UInt64>, samples: UnsafeMutablePointer<UInt32>,
    rounded: (_ redGreen: UInt64, _ blueAlpha: UInt64, _ tie: UInt64) -> UInt32
  ) {
    var index = 0
    while index < count {
      let tie = UInt64(TieBreak.direction(column: column &+ index, row: row))
      let end = index &+ TieBreak.stretch
      while index < end {
        let a = upper[2 &* index]
        let b = upper[2 &* index &+ 1]
        let c = lower[2 &* index]
        let d = lower[2 &* index &+ 1]
        let redGreenSum = (a & evenLanes) &+ (b & evenLanes) &+ (c & evenLanes) &+ (d & evenLanes)
        let blueAlphaSum =
          ((a &>> 16) & evenLanes) &+ ((b &>> 16) & evenLanes) &+ ((c &>> 16) & evenLanes)
          &+ ((d &>> 16) & evenLanes)
        let redGreen = ((redGreenSum &+ 0x0000_0002_0000_0002) &>> 2) & evenLanes
        let blueAlpha = ((blueAlphaSum &+ 0x0000_0002_0000_0002) &>> 2) & evenLanes
        fine[index] = redGreen | blueAlpha &<< 16
        samples[index] = rounded(redGreen, blueAlpha, tie)
        index &+= 1
      }
    }
  }

  /// `fine` receives four values a sample.
  package static func mixedSamples(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, count: Int, column: Int, row: Int,
    fine: UnsafeMutablePointer<Int32>, samples: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<count {
      let first = upper.loadUnaligned(fromByteOffset: index &<< 3, as: UInt64.self)
      let second = lower.loadUnaligned(fromByteOffset: index &<< 3, as: UInt64.self)
      let out = fine + index &<< 2
      if first | second == 0 {
        out[0] = 0
        out[1] = 0
        out[2] = 0
        out[3] = 0
        samples[index] = 0
        continue
      }
      let weighted =
        premultiplied(first & 0xFFFF_FFFF) &+ premultiplied(first &>> 32)
        &+ premultiplied(second & 0xFFFF_FFFF) &+ premultiplied(second &>> 32)
      let alphas = ((first &>> 24) & 0xFF) &+ (first &>> 56)
      let alpha = Int32(truncatingIfNeeded: alphas &+ ((second &>> 24) & 0xFF) &+ (second &>> 56))
      let red = Int32(truncatingIfNeeded: weighted & 0x1F_FFFF)
      let blue = Int32(truncatingIfNeeded: (weighted &>> 21) & 0x1F_FFFF)
      let green = Int32(truncatingIfNeeded: weighted &>> 42)
      out[0] = red &<< 11
      out[1] = green &<< 11
      out[2] = blue &<< 11
      out[3] = (alpha &* 255) &<< 11
      let tie = TieBreak.direction(column: column &+ index, row: row)
      let coverage = (UInt32(truncatingIfNeeded: alpha) &+ 1 &+ tie) &>> 2
      samples[index] =
        coverage == 0
        ? 0
        : straight(
          red: Float(red), green: Float(green), blue: Float(blue), scale: 1 / Float(alpha),
          alpha: coverage, tie: tie)
    }
  }

  static func mixed(
    _ upper: UnsafePointer<Int32>, _ lower: UnsafePointer<Int32>, count: Int, column: Int, row: Int,
    light: OverviewLight, fine: UnsafeMutablePointer<Int32>, samples: UnsafeMutablePointer<UInt32>
  ) {
    switch light {
    case .srgb:
      mixed(upper, lower, count: count, column: column, row: row, fine: fine, samples: samples) {
        straight(red: $0, green: $1, blue: $2, scale: 255 / $3, alpha: $4, tie: $5)
      }
    case .linear:
      let shown = LightScale.samples
      mixed(upper, lower, count: count, column: column, row: row, fine: fine, samples: samples) {
        let (scale, alpha, tie) = (255 * 256 / $3, $4, $5)
        @inline(__always)
        func sample(_ sum: Float) -> UInt32 {
          // Adding 2^23 leaves the nearest whole number in the low bits.
          let units = (sum * scale + 0x1p23).bitPattern & 0x7F_FFFF
          return UInt32(shown[Int(min(units, 0xFFFF) &+ tie)])
        }
        return sample($0) | sample($1) &<< 8 | sample($2) &<< 16 | alpha &<< 24
      }
    }
  }

  /// Also gives the straight sample, from the rounded alpha and the direction of ties.
  @inline(__always)
  private static func mixed(
    _ upper: UnsafePointer<Int32>, _ lower: UnsafePointer<Int32>, count: Int, column: Int,
    row: Int, fine: UnsafeMutablePointer<Int32>, samples: UnsafeMutablePointer<UInt32>,
    straight: (
      _ red: Float, _ green: Float, _ blue: Float, _ sum: Float, _ alpha: UInt32, _ tie: UInt32
    ) -> UInt32
  ) {
    for index in 0..<count {
      let source = index &<< 3
      // The sum of four values below 2^29 stays below 2^31.
      let red = (upper[source] &+ upper[source &+ 4] &+ lower[source] &+ lower[source &+ 4]) &>> 2
      let green =
        (upper[source &+ 1] &+ upper[source &+ 5] &+ lower[source &+ 1] &+ lower[source &+ 5]) &>> 2
      let blue =
        (upper[source &+ 2] &+ upper[source &+ 6] &+ lower[source &+ 2] &+ lower[source &+ 6]) &>> 2
      let alpha =
        (upper[source &+ 3] &+ upper[source &+ 7] &+ lower[source &+ 3] &+ lower[source &+ 7]) &>> 2
      let out = fine + index &<< 2
      out[0] = red
      out[1] = green
      out[2] = blue
      out[3] = alpha
      let tie = TieBreak.direction(column: column &+ index, row: row)
      let units = (UInt32(truncatingIfNeeded: alpha) &+ (255 &* 4096 &- 1) &+ tie) &>> 13
      // n / 255 for n < 2^16, exactly.
      let coverage = (units &* 32897) &>> 23
      samples[index] =
        coverage == 0
        ? 0 : straight(Float(red), Float(green), Float(blue), Float(alpha), coverage, tie)
    }
  }

  /// Converts a sample to 256ths of a level, or to units of light.
  @inline(__always)
  private static func fine(_ sample: UInt32, _ light: OverviewLight) -> UInt64 {
    switch light {
    case .srgb: UInt64(sample) &<< 8
    case .linear: UInt64(LightScale.units[Int(sample)])
    }
  }

  static func opaque(_ value: UInt32, light: OverviewLight) -> UInt64 {
    fine(value & 0xFF, light) | fine((value &>> 16) & 0xFF, light) &<< 16
      | fine((value &>> 8) & 0xFF, light) &<< 32 | UInt64(value &>> 24) &<< 56
  }

  static func premultiply(
    _ sample: UInt32, light: OverviewLight, into out: UnsafeMutablePointer<Int32>
  ) {
    let alpha = Int32(truncatingIfNeeded: sample &>> 24)
    @inline(__always)
    func weighted(_ value: UInt32) -> Int32 {
      (Int32(truncatingIfNeeded: fine(value & 0xFF, light)) &* alpha) &<< 5
    }
    out[0] = weighted(sample)
    out[1] = weighted(sample &>> 8)
    out[2] = weighted(sample &>> 16)
    out[3] = (alpha &* 255) &<< 13
  }

  static func premultiply(
    opaque: UnsafePointer<UInt64>, count: Int, into out: UnsafeMutablePointer<Int32>
  ) {
    for index in 0..<count {
      let lanes = opaque[index]
      let target = out + index &<< 2
      // colour × 255 × 2^13 from colour × 2^8.
      target[0] = Int32(truncatingIfNeeded: lanes & 0xFFFF) &* (255 &<< 5)
      target[1] = Int32(truncatingIfNeeded: (lanes &>> 32) & 0xFFFF) &* (255 &<< 5)
      target[2] = Int32(truncatingIfNeeded: (lanes &>> 16) & 0xFFFF) &* (255 &<< 5)
      target[3] = 255 &* 255 &<< 13
    }
  }

  /// Red, blue and green times alpha, at bits 0, 21 and 42, so that four such values add up.
  @inline(__always)
  private static func premultiplied(_ sample: UInt64) -> UInt64 {
    let spread = (sample & 0xFF) | (sample & 0xFF_0000) &<< 5 | (sample & 0xFF00) &<< 34
    return spread &* (sample &>> 24)
  }

  @inline(__always)
  private static func straight(
    red: Float, green: Float, blue: Float, scale: Float, alpha: UInt32, tie: UInt32
  ) -> UInt32 {
    // Adding 2^23 rounds to the nearest whole number. The nudge, added before since 2^23 would
    // swallow it, sends exact halves the tie's way.
    let nudge: Float = tie == 1 ? 0x1p-10 : -0x1p-10
    let r = (red * scale + nudge + 0x1p23).bitPattern & 0x7F_FFFF
    let g = (green * scale + nudge + 0x1p23).bitPattern & 0x7F_FFFF
    let b = (blue * scale + nudge + 0x1p23).bitPattern & 0x7F_FFFF
    return min(r, 255) | min(g, 255) &<< 8 | min(b, 255) &<< 16 | alpha &<< 24
  }
}

/// The rounding direction of a value exactly half-way between two levels.
///
/// Always up would brighten every halving by an eighth of a level, and line art by more, since its
/// means are half-way along every line. The direction alternates by the Thue-Morse parity of the
/// row and of the 16-sample stretch. It has no period in common with lines or hatching, while runs
/// of equal samples stay runs for the compressor.
enum TieBreak {
  /// Columns that round alike; a power of two.
  static let stretch = 16

  /// 1 to round up, 0 to round down.
  @inline(__always)
  static func direction(column: Int, row: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: ((column >> 4) ^ row).nonzeroBitCount & 1)
  }
}
