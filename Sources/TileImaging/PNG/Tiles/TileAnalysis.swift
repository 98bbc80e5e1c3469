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

  /// Looks at every pixel at most once: a row that equals the one above adds what that one did.
  ///
  /// - Parameters:
  ///   - pixels: `width × height` RGBA8 pixels.
  ///   - width: Columns, at least 1.
  ///   - height: Rows, at least 1.
  package init(_ pixels: UnsafeRawPointer, width: Int, height: Int) {
    var facts = PixelFacts()
    var row = PixelFacts.Row()
    var visible = 0..<0
    isUniform = true
    for y in 0..<height {
      let start = pixels + 4 &* width &* y
      if y == 0 || !start.equals(start - 4 &* width, count: 4 &* width) {
        row = facts.add(start, count: width)
        isUniform = y == 0 && row.repeats == width - 1
      }
      repeats &+= row.repeats
      transparentCount &+= row.transparentCount
      if row.transparentCount < width {
        visible = (visible.isEmpty ? y : visible.lowerBound)..<y + 1
      }
    }
    visibleRows = visible.isEmpty ? 0..<height : visible
    isOpaque = facts.all >> 24 == 0xFF
    isGrey = facts.unequal & 0xFFFF == 0
    hasBinaryAlpha = facts.partial == 0
    hasColouredTransparency = facts.hidden != 0
  }
}

/// What is known of the pixels seen so far.
private struct PixelFacts {
  /// The bits that all have.
  var all: UInt32 = 0xFFFF_FFFF
  /// In the lower half, the bits in which colours differ.
  var unequal: UInt32 = 0
  /// Not 0 where an alpha is neither 0 nor 255.
  var partial: UInt32 = 0
  /// The bits of colours with alpha 0.
  var hidden: UInt32 = 0

  struct Row {
    var repeats = 0
    var transparentCount = 0
  }

  /// Takes in a row of `count` pixels.
  mutating func add(_ row: UnsafeRawPointer, count: Int) -> Row {
    // Of a row of one colour one pixel tells all.
    let isUniform = row.equals(row + 4, count: 4 &* (count &- 1))
    var transparent: UInt32 = 0
    // No number depends on the one before it, so that the loops use whole vectors.
    for index in 0..<(isUniform ? 1 : count) {
      let pixel = Self.load(row, index)
      let isHidden: UInt32 = pixel &>> 24 == 0 ? 0xFFFF_FFFF : 0
      all &= pixel
      unequal |= pixel ^ (pixel &>> 8)
      partial |= ((pixel &>> 24) &+ 1) & 0xFE
      hidden |= pixel & isHidden
      transparent &-= isHidden
    }
    if isUniform {
      return Row(repeats: count - 1, transparentCount: transparent == 0 ? 0 : count)
    }
    var changes: UInt32 = 0
    for index in 0..<count &- 1 {
      let change = Self.load(row, index) ^ Self.load(row, index &+ 1)
      // The highest bit of one of the two is set but where there is no change; a comparison becomes a jump.
      changes &+= (change | (0 &- change)) &>> 31
    }
    return Row(repeats: count - 1 - Int(changes), transparentCount: Int(transparent))
  }

  @inline(__always)
  private static func load(_ pixels: UnsafeRawPointer, _ index: Int) -> UInt32 {
    UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
  }
}
