/// The fields of a PNG's IHDR, and a fact from the chunks before its samples.
public struct PNGHeader: Hashable, Sendable {
  /// The meaning of a pixel's samples (W3C PNG, section 11.2.1 "IHDR"; the raw values are the
  /// standard's).
  public enum ColorType: UInt8, Hashable, Sendable, CaseIterable {
    /// One grey sample.
    case grey = 0
    /// Red, green and blue.
    case rgb = 2
    /// An index of the palette.
    case palette = 3
    /// Grey and alpha.
    case greyAlpha = 4
    /// Red, green, blue and alpha.
    case rgba = 6

    /// Samples of a pixel.
    public var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// Whether its colours are shades of grey.
    public var isGrey: Bool { self == .grey || self == .greyAlpha }

    /// Bits a sample may have.
    public var bitDepths: [Int] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .greyAlpha, .rgba: [8, 16]
      }
    }
  }

  /// Columns, 1 to 2^31 - 1.
  public let width: Int
  /// Rows, 1 to 2^31 - 1.
  public let height: Int
  /// The meaning of a pixel's samples.
  public let colorType: ColorType
  /// Bits of a sample: 1, 2, 4, 8 or 16.
  public let bitDepth: Int
  /// Whether the rows are stored in Adam7 passes.
  public let isInterlaced: Bool
  /// Whether a tRNS chunk makes a colour or palette entries transparent.
  public let hasTransparencyChunk: Bool

  /// Creates a header without checking it.
  public init(
    width: Int, height: Int, colorType: ColorType, bitDepth: Int, isInterlaced: Bool = false,
    hasTransparencyChunk: Bool = false
  ) {
    self.width = width
    self.height = height
    self.colorType = colorType
    self.bitDepth = bitDepth
    self.isInterlaced = isInterlaced
    self.hasTransparencyChunk = hasTransparencyChunk
  }

  /// Whether every pixel is opaque whatever the samples are.
  public var isOpaque: Bool {
    colorType != .rgba && colorType != .greyAlpha && !hasTransparencyChunk
  }

  /// Uncompressed bytes with one filter byte a row; `Int.max` on overflow.
  package var storedByteCount: Int {
    let bits = colorType.channels * bitDepth
    guard isInterlaced else { return Self.byteCount(columns: width, rows: height, bits: bits) }
    return Adam7.passes.reduce(0) { sum, pass in
      let count = Self.byteCount(
        columns: pass.columns(of: width), rows: pass.rows(of: height), bits: bits)
      return sum > Int.max - count ? Int.max : sum + count
    }
  }

  private static func byteCount(columns: Int, rows: Int, bits: Int) -> Int {
    guard columns > 0, rows > 0 else { return 0 }
    // Columns are below 2^31 and bits at most 64, so a row's bytes cannot overflow.
    let (count, overflow) = (1 + (columns * bits + 7) / 8).multipliedReportingOverflow(by: rows)
    return overflow ? Int.max : count
  }

  /// False when the image cannot come out of `fileBytes` bytes.
  ///
  /// Deflate expands at most 1032 times: two bits for a match of 258 bytes (RFC 1951, section
  /// 3.2.5).
  package func isPlausible(forFileOf fileBytes: Int) -> Bool {
    storedByteCount / 1032 <= fileBytes
  }
}
