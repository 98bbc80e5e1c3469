import TileImaging

/// Samples of a tile finer than 8 bits: premultiplied red, green, blue and alpha in 256ths of a level.
///
/// Means of light are on a scale on which white has as many.
///
/// SAFETY: it is filled by one thread before it is handed on, and then only read.
final class MeanPlane: OverviewPlane, @unchecked Sendable {
  let side: Int
  let values: UnsafeMutablePointer<UInt16>
  private(set) var isLossy = false
  private let isOfLight: Bool

  init(side: Int, isOfLight: Bool = false) {
    self.side = side
    self.isOfLight = isOfLight
    values = .allocate(capacity: 4 * side * side)
    values.initialize(repeating: 0, count: 4 * side * side)
  }

  deinit { values.deallocate() }

  /// In 256ths of a level.
  var shown: MeanPlane {
    guard isOfLight else { return self }
    let plane = MeanPlane(side: side)
    plane.isLossy = isLossy
    Self.levels.withUnsafeBufferPointer { levels in
      for index in 0..<side &* side {
        let own = values + 4 &* index
        let alpha = UInt32(own[3])
        if alpha == 0 { continue }
        for channel in 0..<3 {
          let light = min(65280, (UInt32(own[channel]) &* 65280 &+ alpha / 2) / alpha)
          plane.values[4 &* index &+ channel] = UInt16(
            truncatingIfNeeded: (UInt32(levels[Int(light)]) &* alpha &+ 32640) / 65280)
        }
        plane.values[4 &* index &+ 3] = own[3]
      }
    }
    return plane
  }

  private static let lights = (0..<256).map {
    UInt32((SRGBCurve.light(of: Double($0) / 255) * 65280).rounded())
  }
  /// The 256ths of a level for each light.
  private static let levels = (0...65280).map {
    UInt16((SRGBCurve.sample(of: Double($0) / 65280) * 65280).rounded())
  }

  @inline(__always)
  static func premultiplied(_ value: UInt8, _ alpha: UInt8) -> UInt32 {
    premultiplied(UInt32(value) &* 256, alpha)
  }

  @inline(__always)
  private static func premultiplied(_ amount: UInt32, _ alpha: UInt8) -> UInt32 {
    (amount &* UInt32(alpha) &+ 127) / 255
  }

  func fill(_ quadrant: Int, from child: DecodedTile) {
    if child.isLossy { isLossy = true }
    if let color = child.uniform { return fill(quadrant, with: color) }
    fillMeans(quadrant, from: child)
  }

  /// Red is in the low byte.
  func fill(_ quadrant: Int, with color: UInt32) {
    let half = side / 2
    let target = values + 4 &* start(of: quadrant)
    let alpha = UInt8(truncatingIfNeeded: color &>> 24)
    var lanes: UInt64 = UInt64(alpha) &<< 56
    for channel in 0..<3 {
      let value = UInt8(truncatingIfNeeded: color &>> (8 &* UInt32(channel)))
      let amount = isOfLight ? Self.lights[Int(value)] : UInt32(value) &* 256
      lanes |= UInt64(Self.premultiplied(amount, alpha)) &<< (16 &* UInt64(channel))
    }
    let raw = UnsafeMutableRawPointer(target)
    for row in 0..<half {
      for column in 0..<half {
        raw.storeBytes(
          of: lanes.littleEndian, toByteOffset: 8 &* (row &* side &+ column), as: UInt64.self)
      }
    }
  }

  private func fillMeans(_ quadrant: Int, from child: DecodedTile) {
    if isOfLight {
      Self.lights.withUnsafeBufferPointer { lights in
        forEachSquare(quadrant, of: child) { upper, lower, out in
          Self.mix(upper, lower, into: out) { lights[Int($0)] }
        }
      }
    } else if child.isOpaque {
      fill(quadrant, from: UnsafePointer(child.samples), width: child.side) { $0 &<< 6 }
    } else {
      forEachSquare(quadrant, of: child) { upper, lower, out in
        Self.mix(upper, lower, into: out) { UInt32($0) &* 256 }
      }
    }
  }

  @inline(__always)
  private func forEachSquare(
    _ quadrant: Int, of child: DecodedTile,
    _ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt16>) -> Void
  ) {
    let half = side / 2
    for row in 0..<half {
      let upper = UnsafePointer(child.samples + 8 &* row &* child.side)
      let lower = upper + 4 &* child.side
      let out = values + 4 &* (start(of: quadrant) &+ row &* side)
      for column in 0..<half {
        body(upper + 8 &* column, lower + 8 &* column, out + 4 &* column)
      }
    }
  }

  @inline(__always)
  private func fill<Value: FixedWidthInteger>(
    _ quadrant: Int, from values: UnsafePointer<Value>, width: Int, _ mean: (UInt32) -> UInt32
  ) {
    let half = side / 2
    let target = self.values + 4 &* start(of: quadrant)
    for row in 0..<half {
      let upper = values + 8 &* row &* width
      let lower = upper + 4 &* width
      let out = target + 4 &* row &* side
      var index = 0
      while index < 4 &* half {
        let source = (index & ~3) &* 2 &+ (index & 3)
        let sum =
          UInt32(truncatingIfNeeded: upper[source])
          &+ UInt32(truncatingIfNeeded: upper[source &+ 4])
          &+ UInt32(truncatingIfNeeded: lower[source])
          &+ UInt32(truncatingIfNeeded: lower[source &+ 4])
        out[index] = UInt16(truncatingIfNeeded: mean(sum))
        index &+= 1
      }
    }
  }

  @inline(__always)
  private static func mix(
    _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>,
    into out: UnsafeMutablePointer<UInt16>, amount: (UInt8) -> UInt32
  ) {
    let (a, b, c, d) = (upper[3], upper[7], lower[3], lower[7])
    for channel in 0..<3 {
      let sum =
        premultiplied(amount(upper[channel]), a) &+ premultiplied(amount(upper[channel &+ 4]), b)
        &+ premultiplied(amount(lower[channel]), c) &+ premultiplied(amount(lower[channel &+ 4]), d)
      out[channel] = UInt16(truncatingIfNeeded: (sum &+ 2) &>> 2)
    }
    out[3] = UInt16(truncatingIfNeeded: (UInt32(a) &+ UInt32(b) &+ UInt32(c) &+ UInt32(d)) &<< 6)
  }

  func fill(_ quadrant: Int, from child: MeanPlane) {
    if child.isLossy { isLossy = true }
    fill(quadrant, from: UnsafePointer(child.values), width: child.side) { ($0 &+ 2) &>> 2 }
  }
}
