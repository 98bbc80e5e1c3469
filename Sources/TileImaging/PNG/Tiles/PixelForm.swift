/// A stored form that keeps the pixels of a tile without loss.
struct PixelForm: Equatable {
  var colorType: PNGHeader.ColorType
  /// 1, 2, 4 or 8 bits of a sample.
  var bitDepth: Int
  /// The stored colour for transparent pixels, `B << 16 | G << 8 | R` or the grey level.
  var key: UInt32?

  init(_ colorType: PNGHeader.ColorType, bitDepth: Int = 8, key: UInt32? = nil) {
    self.colorType = colorType
    self.bitDepth = bitDepth
    self.key = key
  }

  func rowBytes(width: Int) -> Int { (width * colorType.channels * bitDepth + 7) / 8 }
  /// Distance in bytes to the sample that filters compare with.
  var filterDistance: Int { max(1, colorType.channels * bitDepth / 8) }

  static func indexDepth(colours: Int) -> Int {
    colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8
  }

  static func grey(
    _ palette: TilePalette, _ analysis: TileAnalysis, levels: UnsafeMutablePointer<UInt8>
  ) -> PixelForm? {
    guard analysis.isGrey, analysis.hasBinaryAlpha, !analysis.hasColouredTransparency else {
      return nil
    }
    let hasKey = !analysis.isOpaque
    let opaque = (hasKey ? 1 : 0)..<palette.count
    var depth = 8
    for candidate in [1, 2, 4] {
      let step = UInt32(255 / ((1 << candidate) - 1))
      if hasKey && opaque.count == 1 << candidate { continue }
      if opaque.allSatisfy({ (palette.colours[$0] & 0xFF) % step == 0 }) {
        depth = candidate
        break
      }
    }
    if opaque.count + (hasKey ? 1 : 0) > 1 << depth { return nil }
    let step = UInt32(255 / ((1 << depth) - 1))
    for index in opaque {
      levels[index] = UInt8(truncatingIfNeeded: (palette.colours[index] & 0xFF) / step)
    }
    if !hasKey { return PixelForm(.grey, bitDepth: depth) }
    guard
      let free = (0..<(1 << depth)).first(where: { level in
        !opaque.contains { Int(levels[$0]) == level }
      }),
      // Pillow, with which MapProxy draws, knows no other key of fewer bits (findings).
      depth == 8 || free == 0
    else { return nil }
    levels[0] = UInt8(truncatingIfNeeded: free)
    return PixelForm(.grey, bitDepth: depth, key: UInt32(free))
  }

  /// A colour `B << 16 | G << 8 | R` that no opaque pixel has; `nil` when all are in use.
  ///
  /// Black comes first because transparent pixels are 0 already.
  static func freeColour(_ pixels: UnsafeRawPointer, count: Int) -> UInt32? {
    // One pass tests 64 candidates; all but contrived tiles leave one of the first 64 free.
    for base in stride(from: UInt32(0), to: 1 << 24, by: 64) {
      var used: UInt64 = 0
      for index in 0..<count {
        let pixel = UInt32(
          littleEndian: pixels.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
        let distance = (pixel & 0xFF_FFFF) &- base
        if distance < 64, pixel >> 24 != 0 { used |= 1 &<< UInt64(distance) }
      }
      if used != .max { return base + UInt32((~used).trailingZeroBitCount) }
    }
    return nil
  }
}
