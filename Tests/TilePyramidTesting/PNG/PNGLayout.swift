public import TileImaging

/// The layout of a PNG file to write.
public struct PNGLayout: Hashable, Sendable {
  /// The meaning of a pixel's samples.
  public var colorType: PNGHeader.ColorType
  /// Bits of a sample, one of the color type's.
  public var bitDepth: Int
  /// Red, green, blue and alpha of each palette entry, four bytes an entry; empty without a palette.
  public var palette: [UInt8]
  /// The one transparent colour as stored samples, one element for grey and three for RGB; empty for
  /// none.
  public var transparentColor: [UInt16]
  /// Whether the rows are stored in Adam7 passes.
  public var isInterlaced: Bool
  /// The value of a gAMA chunk, or `nil` for none.
  public var gamma: Double?

  /// Creates a layout without checking it.
  public init(
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

  /// Red, green, blue and alpha of 8 bits.
  public static let rgba8 = PNGLayout(.rgba)
  /// Red, green and blue of 8 bits.
  public static let rgb8 = PNGLayout(.rgb)
  /// Grey of 8 bits.
  public static let grey8 = PNGLayout(.grey)
}

/// The compression of a streamed PNG.
public struct PNGCompression: Hashable, Sendable {
  /// zlib's level, 0 (stored) to 9 (smallest).
  public var level: Int
  /// Whether rows are filtered by libpng's heuristic; none is best for plans and palettes.
  public var usesFilters: Bool

  /// Creates a choice; `level` is 0 to 9.
  public init(level: Int, usesFilters: Bool) {
    precondition((0...9).contains(level), "zlib has levels 0 to 9")
    self.level = level
    self.usesFilters = usesFilters
  }

  /// Filtered, level 6.
  public static let standard = PNGCompression(level: 6, usesFilters: true)
  /// Unfiltered, level 1.
  public static let fast = PNGCompression(level: 1, usesFilters: false)
}
