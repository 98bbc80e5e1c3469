/// Expands stored samples of at most 8 bits to straight RGBA8, as ``PNGRowDecoder`` does.
struct RowExpansion {
  private enum Form {
    case indexed(bits: Int)
    case greyAlpha
    /// Three samples a pixel; the key is the transparent colour, red in the low byte, or a value
    /// that no pixel has.
    case rgb(key: UInt32)
    case rgba
  }

  private let form: Form
  /// RGBA8 of every value of a sample, red in the low byte.
  private let table: [UInt32]

  /// `palette` is PLTE and `transparency` tRNS, empty without one; samples have at most 8 bits.
  init(_ header: PNGHeader, palette: [UInt8], transparency: [UInt8]) {
    let bits = header.bitDepth
    switch header.colorType {
    case .grey:
      form = .indexed(bits: bits)
      let last = 1 << bits - 1
      // Only the lowest bits of the key count (section 11.3.1.1).
      let key = transparency.count >= 2 ? Int(transparency[1]) & last : nil
      table = (0...last).map { value in
        UInt32(value * 255 / last) * 0x1_0101 | (value == key ? 0 : 0xFF00_0000)
      }
    case .palette:
      form = .indexed(bits: bits)
      table = (0..<256).map { index in
        let alpha = index < transparency.count ? UInt32(transparency[index]) : 255
        guard 3 * index + 2 < palette.count else { return alpha << 24 }
        return UInt32(palette[3 * index]) | UInt32(palette[3 * index + 1]) << 8
          | UInt32(palette[3 * index + 2]) << 16 | alpha << 24
      }
    case .greyAlpha:
      form = .greyAlpha
      table = []
    case .rgb:
      form = .rgb(
        key: transparency.count >= 6
          ? UInt32(transparency[1]) | UInt32(transparency[3]) << 8 | UInt32(transparency[5]) << 16
          : .max)
      table = []
    case .rgba:
      form = .rgba
      table = []
    }
  }

  /// Expands a row of `width` pixels to `4 × width` bytes; the byte before `row` is readable.
  func expand(
    _ row: UnsafePointer<UInt8>, width: Int, into out: UnsafeMutablePointer<UInt8>
  ) {
    let target = UnsafeMutableRawPointer(out)
    switch form {
    case .rgba: out.update(from: row, count: 4 * width)
    case .rgb(let key):
      // Each load takes in the byte before the pixel; the row has its filter byte there.
      let source = UnsafeRawPointer(row - 1)
      for index in 0..<width {
        let color =
          UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 3 &* index, as: UInt32.self))
          &>> 8
        target.storeBytes(
          of: color == key ? color : color | 0xFF00_0000, toByteOffset: 4 &* index,
          as: UInt32.self)
      }
    case .greyAlpha:
      for index in 0..<width {
        let grey = UInt32(row[2 &* index]) &* 0x1_0101
        target.storeBytes(
          of: grey | UInt32(row[2 &* index &+ 1]) &<< 24, toByteOffset: 4 &* index,
          as: UInt32.self)
      }
    case .indexed(let bits):
      table.withUnsafeBufferPointer { table in
        guard let table = table.baseAddress else { return }
        if bits == 8 {
          for index in 0..<width {
            target.storeBytes(
              of: table[Int(row[index])], toByteOffset: 4 &* index, as: UInt32.self)
          }
          return
        }
        let mask = 1 &<< bits &- 1
        for index in 0..<width {
          let position = index &* bits
          // The leftmost pixel has the highest bits of a byte.
          let value = Int(row[position &>> 3]) &>> (8 &- bits &- position & 7) & mask
          target.storeBytes(of: table[value], toByteOffset: 4 &* index, as: UInt32.self)
        }
      }
    }
  }
}
