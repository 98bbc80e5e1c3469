/// Samples the tiles of one level bilinearly.
///
/// Its lines stay within the slots, at least one sample from their edges.
struct TileSampler {
  private let slots: UnsafePointer<UnsafeRawPointer?>
  private let columns: Int
  private let side: Int
  /// 2^40 divided by the side and rounded up: multiplying by it divides a column or row below 2^28.
  private let reciprocal: Int

  init(slots: UnsafePointer<UnsafeRawPointer?>, columns: Int, side: Int) {
    self.slots = slots
    self.columns = columns
    self.side = side
    reciprocal = (1 << 40 + side - 1) / side
  }

  /// In premultiplied alpha of the range 0...255.
  ///
  /// Positions are quantised to 256ths: closer than 1/512 to a sample is that sample.
  func add(_ line: SampleLine, to sums: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
    let one = 4_294_967_296.0
    let half = 1 << 23
    var x = Int((line.x * one).rounded()) &+ half
    var y = Int((line.y * one).rounded()) &+ half
    let stepX = Int((line.stepX * one).rounded())
    let stepY = Int((line.stepY * one).rounded())
    let (side, last, reciprocal) = (side, side - 1, reciprocal)
    for index in 0..<count {
      let column = x &>> 32
      let row = y &>> 32
      let right = (x &>> 24) & 255
      let below = (y &>> 24) & 255
      x &+= stepX
      y &+= stepY
      let (slotX, slotY) = ((column &* reciprocal) &>> 40, (row &* reciprocal) &>> 40)
      let (inX, inY) = (column &- slotX &* side, row &- slotY &* side)
      if right | below == 0 || (inX < last && inY < last) {
        guard let tile = slots[slotY &* columns &+ slotX] else { continue }
        let corner = tile + (inY &* side &+ inX) &* 4
        if right | below == 0 {
          sums[index] += Self.premultiplied(Self.pixel(corner), weight: 1 / 255)
          continue
        }
        let next = corner + 4 &* side
        sums[index] += Self.mix(
          Self.pixel(corner), Self.pixel(corner + 4), Self.pixel(next), Self.pixel(next + 4),
          right: right, below: below)
      } else {
        sums[index] += Self.mix(
          pixel(column, row), pixel(column &+ 1, row), pixel(column, row &+ 1),
          pixel(column &+ 1, row &+ 1), right: right, below: below)
      }
    }
  }

  /// From the centre of the first sample.
  ///
  /// A position closer than 1/512 to a sample has that one alone. Rounding of a line's steps adds up to
  /// less than 1/65536.
  static func samples(from start: Double, to end: Double) -> ClosedRange<Double> {
    let (half, rounding) = (1.0 / 512, 1.0 / 65_536)
    let first = (start + half - rounding).rounded(.down)
    let last = end + half + rounding
    let fraction = last - last.rounded(.down)
    return first...(last.rounded(.down) + (fraction * 256 >= 1 ? 1 : 0))
  }

  /// 0 without a tile.
  private func pixel(_ column: Int, _ row: Int) -> UInt32 {
    let (slotX, slotY) = ((column &* reciprocal) &>> 40, (row &* reciprocal) &>> 40)
    guard let tile = slots[slotY &* columns &+ slotX] else { return 0 }
    let (inX, inY) = (column &- slotX &* side, row &- slotY &* side)
    return Self.pixel(tile + (inY &* side &+ inX) &* 4)
  }

  @inline(__always)
  private static func pixel(_ position: UnsafeRawPointer) -> UInt32 {
    UInt32(littleEndian: position.loadUnaligned(as: UInt32.self))
  }

  /// `right` and `below` are in 256ths.
  @inline(__always)
  private static func mix(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, right: Int, below: Int
  ) -> SIMD4<Float> {
    let scale = Float(1) / (255 * 65_536)
    let (left, above) = (256 &- right, 256 &- below)
    return premultiplied(a, weight: Float(left &* above) * scale)
      + premultiplied(b, weight: Float(right &* above) * scale)
      + premultiplied(c, weight: Float(left &* below) * scale)
      + premultiplied(d, weight: Float(right &* below) * scale)
  }

  /// A weight of 1/255 stands for the whole sample.
  @inline(__always)
  private static func premultiplied(_ pixel: UInt32, weight: Float) -> SIMD4<Float> {
    let straight = SIMD4<UInt32>(pixel & 255, (pixel &>> 8) & 255, (pixel &>> 16) & 255, 255)
    // Small enough for the signed conversion, which is one instruction.
    let lanes = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: straight))
    return lanes * (Float(Int32(truncatingIfNeeded: pixel &>> 24)) * weight)
  }
}

/// A straight line over the samples of a level, pixel by pixel from the left edge of a picture.
struct SampleLine {
  /// In samples east of the edge of the world.
  var x: Double
  /// In samples south of the edge of the world.
  var y: Double
  /// In samples a pixel.
  var stepX: Double
  /// In samples a pixel.
  var stepY: Double
}
