public import TileModel

/// Decodes a tile of any format the package reads, told apart by its first bytes, not by its name.
public enum TileDecoder {
  /// The format whose signature begins the bytes; `nil` when it is none of PNG, JPEG and WebP.
  public static func format(of bytes: [UInt8]) -> TileFormat? { TileFormat(signatureOf: bytes) }

  /// Decodes a tile.
  ///
  /// - Parameters:
  ///   - bytes: A PNG, JPEG or WebP file.
  ///   - limits: What is refused before memory is allocated for it.
  /// - Returns: The image, the colour of fully transparent pixels set to 0.
  /// - Throws: ``ImageCodecError`` when the bytes are none of the formats, damaged, incomplete or too
  ///   large.
  public static func decode(
    _ bytes: [UInt8], limits: DecodingLimits = .tile
  ) throws(ImageCodecError) -> RGBAImage {
    switch format(of: bytes) {
    case .png: try PNGDecoder.decode(bytes, limits: limits)
    case .jpeg: try JPEGDecoder.decode(bytes, limits: limits)
    case .webp: try WebPDecoder.decode(bytes, limits: limits)
    default: throw .notAnImage(format: "PNG, JPEG or WebP")
    }
  }
}
