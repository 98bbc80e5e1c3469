/// A synthetic aerial photograph: texture at every scale, fields with sharp edges, roofs with
/// shadows, and sensor noise.
///
/// It uses integer arithmetic alone, so that the same size gives the same samples on every machine.
struct PhotoWorkload {
  let side: Int

  /// One scale of the texture: a grid of values, interpolated.
  private struct Octave {
    /// Distance of two nodes, as a power of two.
    var shift: Int
    /// Greatest deviation, in 256ths of a level.
    var amplitude: Int
    var seed: UInt64
  }

  private static let octaves = [
    Octave(shift: 1, amplitude: 1800, seed: 1), Octave(shift: 2, amplitude: 2200, seed: 2),
    Octave(shift: 3, amplitude: 2600, seed: 3), Octave(shift: 5, amplitude: 3000, seed: 4),
    Octave(shift: 8, amplitude: 4200, seed: 5),
  ]
  private static let fields = Octave(shift: 9, amplitude: 32_767, seed: 6)

  func draw(_ y: Int, into out: UnsafeMutablePointer<UInt8>) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * side) { memory in
      guard let light = memory.baseAddress else { return }
      let field = light + side
      light.initialize(repeating: 0, count: 2 * side)
      for octave in Self.octaves { Self.add(octave, y: y, count: side, to: light) }
      Self.add(Self.fields, y: y, count: side, to: field)
      color(y, light, field, into: out)
    }
  }

  private func color(
    _ y: Int, _ light: UnsafePointer<Int32>, _ field: UnsafePointer<Int32>,
    into out: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<side {
      // A dozen kinds of terrain by height, distinguished by sharp edges.
      let kind = Int(field[x] &>> 12) & 15
      var (red, green, blue) = (70 &+ kind &* 6, 95 &+ (kind &* 37) % 70, 60 &+ (kind &* 23) % 50)
      let (u, v) = ((x &+ y / 3) % 384, (y &- x / 5 &+ side) % 448)
      let house = Self.hash((x &+ y / 3) / 384, (y &- x / 5 &+ side) / 448, seed: 9)
      var deviation = Int(light[x] &>> 8)
      if house & 3 != 0, (90..<210).contains(u), (70..<180).contains(v) {
        (red, green, blue) = (150 &+ Int(house >> 8 & 31), 90 &+ Int(house >> 16 & 15), 80)
        deviation /= 3
      } else if house & 3 != 0, (78..<90).contains(u), (80..<180).contains(v) {
        (red, green, blue) = (red / 3, green / 3, blue / 3)
      }
      // Three sums of four bits each are near enough to a normal distribution.
      let noise = Self.hash(x, y, seed: 11)
      let base = [red, green, blue]
      for channel in 0..<3 {
        let bits = noise >> UInt64(20 * channel)
        let sum = Int(bits & 15) &+ Int(bits >> 4 & 15) &+ Int(bits >> 8 & 15) &- 22
        out[3 &* x &+ channel] = UInt8(min(max(base[channel] &+ deviation &+ sum / 4, 0), 255))
      }
    }
  }

  private static func add(
    _ octave: Octave, y: Int, count: Int, to out: UnsafeMutablePointer<Int32>
  ) {
    let size = 1 << octave.shift
    let (row, below) = (y >> octave.shift, y & (size - 1))
    func node(_ column: Int) -> Int {
      func value(_ row: Int) -> Int {
        Int(hash(column, row, seed: octave.seed) & 0xFFFF) &- 0x8000
      }
      return (value(row) &* (size &- below) &+ value(row &+ 1) &* below) >> octave.shift
    }
    var left = node(0)
    var x = 0
    var column = 0
    while x < count {
      column &+= 1
      let right = node(column)
      for step in 0..<min(size, count &- x) {
        let mean = (left &* (size &- step) &+ right &* step) >> octave.shift
        out[x &+ step] &+= Int32(truncatingIfNeeded: (mean &* octave.amplitude) >> 15)
      }
      left = right
      x &+= size
    }
  }

  /// 64 pseudorandom bits of a position.
  @inline(__always)
  private static func hash(_ x: Int, _ y: Int, seed: UInt64) -> UInt64 {
    var value = UInt64(truncatingIfNeeded: x) &* 0x9E37_79B9_7F4A_7C15
    value ^= UInt64(truncatingIfNeeded: y) &* 0xC2B2_AE3D_27D4_EB4F
    value ^= seed &* 0x1656_67B1_9E37_79F9
    value = (value ^ (value >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return value ^ (value >> 32)
  }
}
