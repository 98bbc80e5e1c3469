public import TileModel

/// The format and settings that turn the samples of a tile into a file.
public struct TileEncoding: Hashable, Sendable {
  /// The format of the tile.
  public let format: TileFormat
  /// The quality of a lossy encoding; `nil` for one that keeps every sample.
  public let quality: Int?
  /// The colour behind transparent pixels in files without alpha; `nil` for files with alpha.
  public let background: OpaqueColor?

  /// PNG, in the smallest lossless form.
  public static let png = TileEncoding(format: .png, quality: nil, background: nil)

  /// Lossless WebP.
  public static let losslessWebP = TileEncoding(format: .webp, quality: nil, background: nil)

  /// JPEG of a quality in `1...100`; `background` shows through where samples are transparent.
  public static func jpeg(quality: Int, background: OpaqueColor) -> TileEncoding {
    TileEncoding(format: .jpeg, quality: quality, background: background)
  }

  /// WebP of a quality in `0...100`, whose alpha is lossless.
  public static func webp(quality: Int) -> TileEncoding {
    TileEncoding(format: .webp, quality: quality, background: nil)
  }

  /// AVIF of a quality in `0...100`, whose alpha is lossless.
  public static func avif(quality: Int) -> TileEncoding {
    TileEncoding(format: .avif, quality: quality, background: nil)
  }

  /// Whether files decode to the samples that were encoded.
  public var isLossless: Bool { quality == nil }

  /// Whether files can be transparent.
  public var holdsAlpha: Bool { background == nil }
}
