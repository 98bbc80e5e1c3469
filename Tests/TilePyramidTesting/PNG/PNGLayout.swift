package import TileImaging

package struct PNGLayout: Hashable, Sendable {
  package var colorType: PNGHeader.ColorType
  /// Bits of a sample, one of the color type's.
  package var bitDepth: Int
  /// Red, green, blue and alpha of each palette entry, four bytes an entry; empty without a palette.
  package var palette: [UInt8]
  /// The one transparent colour as stored samples, one element for grey and three for RGB; empty for
  /// none.
  package var transparentColor: [UInt16]
  /// Whether the rows are stored in Adam7 passes.
  package var isInterlaced: Bool
  /// The value of a gAMA chunk, or `nil` for none.
  package var gamma: Double?

  package init(
    _ colorType: PNGHeader.ColorType, bitDepth: Int = 8, palette: [UInt8] = [],
    transparentColor: [UInt16] = [], isInterlaced: Bool = false, gamma: Double? = nil
  ) {
    self.colorType = colorType
    self.bitDepth = bitDepth
    self.palette = palette
    self.transparentColor = transparentColor
    self.isInterlaced = isInterlaced
    self.gamma = gamma
  }

  package static let rgba8 = PNGLayout(.rgba)
  package static let rgb8 = PNGLayout(.rgb)
  package static let grey8 = PNGLayout(.grey)
}

package struct PNGCompression: Hashable, Sendable {
  /// zlib's level, 0 (stored) to 9 (smallest).
  package var level: Int
  /// Whether rows are filtered by libpng's heuristic; none is best for plans and palettes.
  package var usesFilters: Bool

  package init(level: Int, usesFilters: Bool) {
    precondition((0...9).contains(level), "zlib has levels 0 to 9")
    self.level = level
    self.usesFilters = usesFilters
  }

  package static let standard = PNGCompression(level: 6, usesFilters: true)
  package static let fast = PNGCompression(level: 1, usesFilters: false)
}
