/// Samples of a tile finer than 8 bits: premultiplied red, green, blue and alpha in 256ths of a level.
///
/// SAFETY: it is filled by one thread before it is handed on, and then only read.
final class MeanPlane: @unchecked Sendable {
  /// Samples along one side.
  let side: Int
  /// `side × side × 4` values.
  let values: UnsafeMutablePointer<UInt16>
  /// Whether some of it is made of lossy tiles.
  private(set) var isLossy = false

  /// Creates a transparent plane.
  init(side: Int) {
    self.side = side
    values = .allocate(capacity: 4 * side * side)
    values.initialize(repeating: 0, count: 4 * side * side)
  }

  deinit { values.deallocate() }

  /// One channel of a straight sample, premultiplied.
  @inline(__always)
  static func premultiplied(_ value: UInt8, _ alpha: UInt8) -> UInt32 {
    (UInt32(value) &* UInt32(alpha) &* 256 &+ 127) / 255
  }

  /// The position of a quadrant's first value; quadrants count row by row from the north-west.
  private func start(of quadrant: Int) -> UnsafeMutablePointer<UInt16> {
    let half = side / 2
    return values + 4 &* (quadrant & 1 &* half &+ (quadrant &>> 1) &* half &* side)
  }

  /// Fills a quadrant with the means of a child's samples, two by two.
  func fill(_ quadrant: Int, from child: DecodedTile) {
    if child.isLossy { isLossy = true }
    if let color = child.uniform { return fill(quadrant, with: color) }
    fillMeans(quadrant, from: child)
  }

  /// Fills a quadrant with one colour, red in the low byte.
  func fill(_ quadrant: Int, with color: UInt32) {
    let half = side / 2
    let target = start(of: quadrant)
    let alpha = UInt8(truncatingIfNeeded: color &>> 24)
    var lanes: UInt64 = UInt64(alpha) &<< 56
    for channel in 0..<3 {
      let value = UInt8(truncatingIfNeeded: color &>> (8 &* UInt32(channel)))
      lanes |= UInt64(Self.premultiplied(value, alpha)) &<< (16 &* UInt64(channel))
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
    let half = side / 2
    let target = start(of: quadrant)
    let width = child.side
    for row in 0..<half {
      let upper = UnsafePointer(child.samples + 8 &* row &* width)
      let lower = upper + 4 &* width
      let out = target + 4 &* row &* side
      if child.isOpaque {
        var index = 0
        while index < 4 &* half {
          let source = (index & ~3) &* 2 &+ (index & 3)
          let sum =
            UInt32(upper[source]) &+ UInt32(upper[source &+ 4]) &+ UInt32(lower[source])
            &+ UInt32(lower[source &+ 4])
          out[index] = UInt16(truncatingIfNeeded: sum &<< 6)
          index &+= 1
        }
      } else {
        for column in 0..<half {
          Self.mix(upper + 8 &* column, lower + 8 &* column, into: out + 4 &* column)
        }
      }
    }
  }

  @inline(__always)
  private static func mix(
    _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>,
    into out: UnsafeMutablePointer<UInt16>
  ) {
    let (a, b, c, d) = (upper[3], upper[7], lower[3], lower[7])
    for channel in 0..<3 {
      let sum =
        premultiplied(upper[channel], a) &+ premultiplied(upper[channel &+ 4], b)
        &+ premultiplied(lower[channel], c) &+ premultiplied(lower[channel &+ 4], d)
      out[channel] = UInt16(truncatingIfNeeded: (sum &+ 2) &>> 2)
    }
    out[3] = UInt16(
      truncatingIfNeeded: (UInt32(a) &+ UInt32(b) &+ UInt32(c) &+ UInt32(d)) &<< 6)
  }

  /// Fills a quadrant with the means of a child's values, two by two.
  func fill(_ quadrant: Int, from child: MeanPlane) {
    if child.isLossy { isLossy = true }
    let half = side / 2
    let target = start(of: quadrant)
    for row in 0..<half {
      let upper = UnsafePointer(child.values + 8 &* row &* child.side)
      let lower = upper + 4 &* child.side
      let out = target + 4 &* row &* side
      var index = 0
      while index < 4 &* half {
        let source = (index & ~3) &* 2 &+ (index & 3)
        let sum =
          UInt32(upper[source]) &+ UInt32(upper[source &+ 4]) &+ UInt32(lower[source])
          &+ UInt32(lower[source &+ 4])
        out[index] = UInt16(truncatingIfNeeded: (sum &+ 2) &>> 2)
        index &+= 1
      }
    }
  }

  /// Fills the plane with a tile's own samples.
  func fill(from tile: DecodedTile) {
    for index in 0..<(side &* side) {
      let pixel = tile.samples + 4 &* index
      let out = values + 4 &* index
      for channel in 0..<3 {
        out[channel] = UInt16(truncatingIfNeeded: Self.premultiplied(pixel[channel], pixel[3]))
      }
      out[3] = UInt16(pixel[3]) &<< 8
    }
  }
}
