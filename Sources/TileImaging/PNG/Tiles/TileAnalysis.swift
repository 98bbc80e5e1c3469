/// Facts about all pixels of a tile, which decide the possible stored forms.
package struct TileAnalysis: Equatable {
  package var isUniform = false
  package var isOpaque = false
  package var isGrey = false
  package var hasBinaryAlpha = false
  package var hasColouredTransparency = false
  /// Pixels equal to their left neighbour, of `(width - 1) × height` that have one.
  package var repeats = 0
  package var transparentCount = 0
  /// Rows from the first to the last visible pixel; all rows of a fully transparent tile.
  package var visibleRows = 0..<0

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

/// Facts about the pixels so far.
private struct PixelFacts {
  var all: UInt32 = 0xFFFF_FFFF
  /// Bits in which red and green, or green and blue, differ in any pixel, in the lower 16; others have no meaning.
  var unequal: UInt32 = 0
  /// Not 0 when an alpha is neither 0 nor 255.
  var partial: UInt32 = 0
  /// Bits of colours with alpha 0.
  var hidden: UInt32 = 0

  struct Row {
    var repeats = 0
    var transparentCount = 0
  }

  mutating func add(_ row: UnsafeRawPointer, count: Int) -> Row {
    // One pixel stands for a row of one colour.
    let isUniform = row.equals(row + 4, count: 4 &* (count &- 1))
    var transparent: UInt32 = 0
    // No value depends on the one before, so that the loops use whole vectors.
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
      // The highest bit of one of the two is set unless nothing changes; a comparison would become
      // a jump.
      changes &+= (change | (0 &- change)) &>> 31
    }
    return Row(repeats: count - 1 - Int(changes), transparentCount: Int(transparent))
  }

  @inline(__always)
  private static func load(_ pixels: UnsafeRawPointer, _ index: Int) -> UInt32 {
    UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
  }
}
