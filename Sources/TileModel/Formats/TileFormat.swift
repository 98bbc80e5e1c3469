/// A tile payload format, spelled as MBTiles 1.3 and TileJSON spell it.
public struct TileFormat: RawRepresentable, Hashable, Sendable {
  /// The specification's name, which is also the file extension.
  public let rawValue: String

  /// Creates a format, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// PNG.
  public static let png = TileFormat(rawValue: "png")
  /// JPEG, spelled `jpg`.
  public static let jpeg = TileFormat(rawValue: "jpg")
  /// WebP.
  public static let webp = TileFormat(rawValue: "webp")
  /// AVIF.
  public static let avif = TileFormat(rawValue: "avif")
}
