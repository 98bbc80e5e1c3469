/// A form in which the pixels of a tile can be stored without loss.
struct PixelForm: Equatable {
  /// What a pixel's samples mean.
  var colorType: PNGHeader.ColorType
  /// Bits of a sample: 1, 2, 4 or 8.
  var bitDepth: Int
  /// The stored colour that stands for transparent, `B << 16 | G << 8 | R` or the grey level.
  var key: UInt32?

  init(_ colorType: PNGHeader.ColorType, bitDepth: Int = 8, key: UInt32? = nil) {
    self.colorType = colorType
    self.bitDepth = bitDepth
    self.key = key
  }

  /// The bytes of a row without its filter byte.
  func rowBytes(width: Int) -> Int { (width * colorType.channels * bitDepth + 7) / 8 }
  /// The distance in bytes from a sample to the one that filters compare it with.
  var filterDistance: Int { max(1, colorType.channels * bitDepth / 8) }

  /// The bits that any palette of so many colours needs.
  static func indexDepth(colours: Int) -> Int {
    colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8
  }

  /// Finds the grey form of a tile.
  ///
  /// - Parameters:
  ///   - palette: The colours.
  ///   - analysis: What they have in common.
  ///   - levels: Receives the stored level of each colour in the palette's order.
  /// - Returns: The form, or `nil` when the colours or their transparency cannot be kept in one.
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
      })
    else { return nil }
    levels[0] = UInt8(truncatingIfNeeded: free)
    return PixelForm(.grey, bitDepth: depth, key: UInt32(free))
  }

  /// A colour `B << 16 | G << 8 | R` that no opaque pixel has, black first because transparent pixels
  /// are 0 already; `nil` when all are in use.
  static func freeColour(_ pixels: UnsafeRawPointer, count: Int) -> UInt32? {
    // One pass sees 64 candidates, and all but contrived tiles leave one of the first 64 free.
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
