/// What all pixels of a tile have in common, which decides the forms it can be stored in.
package struct TileAnalysis: Equatable {
  /// Whether all pixels are equal.
  package var isUniform = false
  /// Whether every alpha is 255.
  package var isOpaque = false
  /// Whether red, green and blue are equal in every pixel.
  package var isGrey = false
  /// Whether every alpha is 0 or 255.
  package var hasBinaryAlpha = false
  /// Whether some pixel with alpha 0 has a colour, which a colour key could not keep.
  package var hasColouredTransparency = false
  /// The number of pixels equal to their left neighbour, of `(width - 1) × height` that have one.
  package var repeats = 0
  /// The number of pixels with alpha 0.
  package var transparentCount = 0
  /// The rows from the first to the last that has another pixel; all of a tile without one.
  package var visibleRows = 0..<0

  /// Looks at every pixel once; at the first difference only where the tile is uniform.
  ///
  /// - Parameters:
  ///   - pixels: `width × height` RGBA8 pixels.
  ///   - width: Columns, at least 1.
  ///   - height: Rows, at least 1.
  package init(_ pixels: UnsafeRawPointer, width: Int, height: Int) {
    let count = width &* height
    let first = Self.load(pixels, 0)
    isUniform = Self.isUniform(pixels, count: count, first: first)
    var all: UInt32 = isUniform ? first : 0xFFFF_FFFF
    var unequal: UInt32 = isUniform ? first ^ (first >> 8) : 0
    var partial: UInt32 = isUniform ? ((first >> 24) &+ 1) & 0xFE : 0
    var hidden: UInt32 = isUniform && first < 0x0100_0000 ? first : 0
    if isUniform {
      repeats = (width - 1) * height
      transparentCount = first < 0x0100_0000 ? count : 0
    } else {
      var transparent: UInt32 = 0
      // No number depends on the one before it, so that the loops use whole vectors.
      for index in 0..<count {
        let pixel = Self.load(pixels, index)
        let isHidden: UInt32 = pixel &>> 24 == 0 ? 0xFFFF_FFFF : 0
        all &= pixel
        unequal |= pixel ^ (pixel &>> 8)
        partial |= ((pixel &>> 24) &+ 1) & 0xFE
        hidden |= pixel & isHidden
        transparent &-= isHidden
      }
      var equal: UInt32 = 0
      for index in 0..<count &- 1 {
        let isEqual: UInt32 =
          Self.load(pixels, index) == Self.load(pixels, index &+ 1) ? 0xFFFF_FFFF : 0
        equal &-= isEqual
      }
      // The last of a row has no neighbour in the next.
      for start in stride(from: width, to: count, by: width)
      where Self.load(pixels, start) == Self.load(pixels, start &- 1) { equal &-= 1 }
      repeats = Int(equal)
      transparentCount = Int(transparent)
    }
    visibleRows = 0..<height
    if transparentCount > 0, transparentCount < count {
      func isVisible(_ y: Int) -> Bool {
        let row = pixels + 4 &* y &* width
        return (0..<width).contains { Self.load(row, $0) &>> 24 != 0 }
      }
      let first = (0..<height).first(where: isVisible) ?? 0
      let last = (0..<height).last(where: isVisible) ?? height - 1
      visibleRows = first..<last + 1
    }
    isOpaque = all >> 24 == 0xFF
    isGrey = unequal & 0xFFFF == 0
    hasBinaryAlpha = partial == 0
    hasColouredTransparency = hidden != 0
  }

  @inline(__always)
  private static func load(_ pixels: UnsafeRawPointer, _ index: Int) -> UInt32 {
    UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
  }

  private static func isUniform(
    _ pixels: UnsafeRawPointer, count: Int, first: UInt32
  ) -> Bool {
    var index = 0
    while index &+ 64 <= count {
      var difference: UInt32 = 0
      for offset in 0..<64 { difference |= load(pixels, index &+ offset) ^ first }
      if difference != 0 { return false }
      index &+= 64
    }
    while index < count {
      if load(pixels, index) != first { return false }
      index &+= 1
    }
    return true
  }
}
