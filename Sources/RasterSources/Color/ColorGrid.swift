import TileImaging

/// Converts pixels by interpolating between the colours at the nodes of a grid, as of profiles that are
/// measured: most of inks.
///
/// The nodes hold samples of sRGB beyond 0...255 where a colour is beyond what displays show, so that the
/// edge of these is where it is and not at the nearest nodes. Between nodes, colours are interpolated in
/// the simplex that the samples are in: five nodes for four samples, instead of sixteen.
struct ColorGrid: Sendable {
  /// The nodes hold fractions of a sample of 8 bits in so many bits.
  private static let fractionBits: UInt64 = 4
  /// Weights of nodes have so many bits: the products of a node's three samples fit in 21 bits each, and so do
  /// their sums, since weights add up to one.
  private static let weightBits: Int32 = 8
  /// What is added to samples, so that those beyond what displays show are not negative.
  private static let bias = 128.0
  /// The most of a sample that leaves room for rounding a sum.
  private static let limit = 8183.0

  /// An axis has 32 or 64 steps, with which dark inks are within 2 of CIE Delta E 2000; the nodes of four
  /// axes take 9.5 MB, those of three 2.2 MB.
  private let stepBits: Int32
  /// Red, green and blue of each node; the last sample's axis varies fastest.
  private let nodes: [UInt64]
  /// Nodes from one to the next along each axis; 0 for one that is not there.
  private let strides: SIMD4<Int32>

  /// Fills the grid.
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

  /// A sample of a node for light, which may be beyond 0...1.
  private static func sample(_ light: Double) -> UInt64 {
    let steps = (255 * SRGBCurve.sample(of: light) + bias) * Double(1 << fractionBits)
    return UInt64(min(max(steps, 0), limit).rounded())
  }

  /// Converts pixels of four bytes in place: inks, or straight RGBA8 whose alpha stays.
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

  /// Converts samples of 16 bits to opaque RGBA8.
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

  /// The colour of samples of 16 bits: red, green and blue from the lowest byte.
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
