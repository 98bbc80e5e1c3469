import TileImaging

/// Converts pixels by interpolation in a grid of colours, for measured profiles such as those of inks.
///
/// Nodes hold values beyond 0...255 for colours out of gamut, so that the gamut's edge stays in place.
/// Interpolation is simplicial: five nodes for four channels instead of sixteen.
struct ColorGrid: Sendable {
  /// Fraction bits of a node's 8-bit values.
  private static let fractionBits: UInt64 = 4
  /// Bits of node weights: three products fit in 21 bits each, as do their sums, since weights add up to
  /// one.
  private static let weightBits: Int32 = 8
  /// Keeps values out of gamut from being negative.
  private static let bias = 128.0
  /// Leaves room for rounding a sum.
  private static let limit = 8183.0

  /// Bits of 32 or 64 steps per axis, with dark inks within 2 of CIE Delta E 2000.
  ///
  /// The nodes of four axes take 9.5 MB, those of three 2.2 MB.
  private let stepBits: Int32
  private let nodes: [UInt64]
  private let strides: SIMD4<Int32>

  init(channels axes: Int, light: ([Float]) -> [SIMD3<Double>]) {
    stepBits = axes == 4 ? 5 : 6
    let count = 1 << Int(stepBits) + 1
    var strides = SIMD4<Int32>.zero
    for axis in 0..<axes {
      strides[axis] = Int32((axis..<axes - 1).reduce(1) { size, _ in size * count })
    }
    self.strides = strides
    let axis = (0..<count).map { Float($0) / Float(count - 1) }
    // All positions of the last two axes at a time.
    let planes = axes == 4 ? axis.flatMap { first in axis.map { [first, $0] } } : axis.map { [$0] }
    nodes = planes.flatMap { lead in
      let positions = axis.flatMap { third in axis.flatMap { lead + [third, $0] } }
      return light(positions).map {
        Self.sample($0.x) | Self.sample($0.y) << 21 | Self.sample($0.z) << 42
      }
    }
  }

  /// `light` may be beyond 0...1.
  private static func sample(_ light: Double) -> UInt64 {
    let steps = (255 * SRGBCurve.sample(of: light) + bias) * Double(1 << fractionBits)
    return UInt64(min(max(steps, 0), limit).rounded())
  }

  /// Converts inks, or straight RGBA8 with unchanged alpha, in place.
  func convert(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    let takesInks = strides[3] != 0
    nodes.withUnsafeBufferPointer { nodes in
      let words = UnsafeMutableRawPointer(pixels)
      var (last, result): (UInt32, UInt32) = (0, 0)
      var hasLast = false
      for index in 0..<count {
        let word = UInt32(
          littleEndian: words.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
        if word != last || !hasLast {
          (last, hasLast) = (word, true)
          let bytes = SIMD4<Int32>(
            Int32(word & 255), Int32(word &>> 8 & 255), Int32(word &>> 16 & 255),
            takesInks ? Int32(word &>> 24) : 0)
          result = color(of: bytes &* 257, nodes)
          if takesInks {
            result |= 0xFF00_0000
          } else {
            result = word &>> 24 == 0 ? 0 : result | word & 0xFF00_0000
          }
        }
        words.storeBytes(of: result.littleEndian, toByteOffset: 4 &* index, as: UInt32.self)
      }
    }
  }

  func convertWords(
    red: UnsafePointer<UInt16>, green: UnsafePointer<UInt16>, blue: UnsafePointer<UInt16>,
    count: Int, into pixels: UnsafeMutablePointer<UInt8>
  ) {
    nodes.withUnsafeBufferPointer { nodes in
      let words = UnsafeMutableRawPointer(pixels)
      for index in 0..<count {
        let samples = SIMD4<Int32>(Int32(red[index]), Int32(green[index]), Int32(blue[index]), 0)
        let color = color(of: samples, nodes) | 0xFF00_0000
        words.storeBytes(of: color.littleEndian, toByteOffset: 4 &* index, as: UInt32.self)
      }
    }
  }

  /// Red, green and blue from the lowest byte.
  @inline(__always)
  private func color(
    of samples: SIMD4<Int32>, _ nodes: UnsafeBufferPointer<UInt64>
  ) -> UInt32 {
    // Positions in nodes with 16 bits of fraction: all of 65535 is the last node.
    let positions = samples &<< stepBits &+ (samples &+ 1) &>> (16 &- stepBits)
    let start = (positions &>> 16) &* strides
    // The axes by their fractions, greatest first: the number of an axis is in the lowest bits.
    let keys = (positions & 0xFFFF) &<< 2 | SIMD4(0, 1, 2, 3)
    var (a, b, c, d) = (keys.x, keys.y, keys.z, keys.w)
    (a, b) = (max(a, b), min(a, b))
    (c, d) = (max(c, d), min(c, d))
    (a, c) = (max(a, c), min(a, c))
    (b, d) = (max(b, d), min(b, d))
    (b, c) = (max(b, c), min(b, c))
    var node = Int(start.wrappedSum())
    var weight = Int32(1) &<< Self.weightBits
    // Half a level in each of the three.
    let half = UInt64(1) &<< (UInt64(Self.weightBits) &+ Self.fractionBits &- 1)
    var sum = half | half &<< 21 | half &<< 42
    func add(_ part: Int32) { sum &+= nodes[node] &* UInt64(UInt32(bitPattern: part)) }
    func step(_ key: Int32) {
      // Rounded to the bits of a weight.
      let next = (key &+ 1 &<< (17 &- Self.weightBits)) &>> (18 &- Self.weightBits)
      add(weight &- next)
      weight = next
      // No step where the fraction is 0, as it is at the last node of an axis.
      node &+= key < 4 ? 0 : Int(strides[Int(key & 3)])
    }
    step(a)
    step(b)
    step(c)
    step(d)
    add(weight)
    func byte(_ place: UInt64) -> UInt32 {
      let level = Int32(
        truncatingIfNeeded: sum &>> (place &+ UInt64(Self.weightBits) &+ Self.fractionBits) & 511)
      return UInt32(bitPattern: min(max(level &- Int32(Self.bias), 0), 255))
    }
    return byte(0) | byte(21) &<< 8 | byte(42) &<< 16
  }
}
