/// Packs the pixels of a tile in a stored form, each row behind a filter byte of 0.
enum PixelPacker {
  /// Packs values of 1, 2, 4 or 8 bits, `values` of 256 entries indexed by `indices`, into `height
  /// × (1 + row bytes)` bytes.
  static func packMapped(
    _ indices: UnsafePointer<UInt8>, values: UnsafePointer<UInt8>, bitDepth: Int, width: Int,
    height: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    var source = indices
    var out = target
    let perByte = 8 / bitDepth
    let rowBytes = (width + perByte - 1) / perByte
    for y in 0..<height {
      if y > 0, UnsafeRawPointer(source).equals(source - width, count: width) {
        out.update(from: out - 1 - rowBytes, count: 1 + rowBytes)
        out += 1 + rowBytes
        source += width
        continue
      }
      out[0] = 0
      out += 1
      var x = 0
      if bitDepth == 8 {
        while x < width {
          out[x] = values[Int(source[x])]
          x &+= 1
        }
        out += width
      } else {
        while x < width {
          var byte: UInt8 = 0
          let count = min(perByte, width &- x)
          for _ in 0..<count {
            byte = byte &<< UInt8(truncatingIfNeeded: bitDepth) | values[Int(source[x])]
            x &+= 1
          }
          out[0] = byte &<< UInt8(truncatingIfNeeded: (perByte &- count) &* bitDepth)
          out += 1
        }
      }
      source += width
    }
  }

  /// Packs RGB with transparent pixels as `key`, `B << 16 | G << 8 | R`.
  ///
  /// `target` has `height × (1 + 3 × width)` bytes and one more.
  static func packRGB(
    _ pixels: UnsafeRawPointer, key: UInt32, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    var source = pixels
    var out = UnsafeMutableRawPointer(target)
    for _ in 0..<height {
      out.storeBytes(of: 0, as: UInt8.self)
      out += 1
      for x in 0..<width {
        let pixel = UInt32(
          littleEndian: source.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self))
        let stored: UInt32 = pixel < 0x0100_0000 ? key : pixel
        // Four bytes are stored and the next pixel or filter byte overwrites the last.
        out.storeBytes(of: stored.littleEndian, toByteOffset: 3 &* x, as: UInt32.self)
      }
      out += 3 &* width
      source += 4 &* width
    }
  }

  /// Packs into `height × (1 + 2 × width)` bytes.
  static func packGreyAlpha(
    _ pixels: UnsafeRawPointer, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    var source = pixels
    var out = target
    for _ in 0..<height {
      out[0] = 0
      out += 1
      for x in 0..<width {
        out[2 &* x] = source.load(fromByteOffset: 4 &* x, as: UInt8.self)
        out[2 &* x &+ 1] = source.load(fromByteOffset: 4 &* x &+ 3, as: UInt8.self)
      }
      out += 2 &* width
      source += 4 &* width
    }
  }

  /// Packs into `height × (1 + 4 × width)` bytes.
  static func packRGBA(
    _ pixels: UnsafeRawPointer, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    var source = pixels
    var out = UnsafeMutableRawPointer(target)
    for _ in 0..<height {
      out.storeBytes(of: 0, as: UInt8.self)
      (out + 1).copyMemory(from: source, byteCount: 4 &* width)
      out += 1 &+ 4 &* width
      source += 4 &* width
    }
  }
}
