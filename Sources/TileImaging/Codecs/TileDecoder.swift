public import TileModel

/// Decodes a tile of any format the package reads, recognised by its first bytes, not by its name.
public enum TileDecoder {
  /// The format whose signature begins the bytes; `nil` when it is none of the known ones.
  public static func format(of bytes: [UInt8]) -> TileFormat? { TileFormat(signatureOf: bytes) }

  /// Decodes a tile.
  ///
  /// - Parameters:
  ///   - bytes: A file of one of `TileFormatDescription.all`.
  ///   - limits: The limits checked before memory is allocated.
  /// - Returns: The image, the colour of fully transparent pixels set to 0.
  /// - Throws: ``ImageCodecError`` when the bytes are none of the formats, damaged, incomplete or too
  ///   large.
  public static func decode(
    _ bytes: [UInt8], limits: DecodingLimits = .tile
  ) throws(ImageCodecError) -> RGBAImage {
    guard let codec = TileCodecs.codec(of: format(of: bytes)) else {
      throw .notAnImage(format: TileFormatDescription.titles)
    }
    return try codec.decode(bytes, limits: limits)
  }

  /// True for a form that does not keep samples exactly; false for unknown formats.
  package static func isLossy(_ bytes: [UInt8]) -> Bool {
    TileCodecs.codec(of: format(of: bytes))?.isLossy(bytes) ?? false
  }

  package static func trailingByteCount(_ bytes: [UInt8]) -> Int {
    guard let end = TileCodecs.codec(of: format(of: bytes))?.length(of: bytes), end <= bytes.count
    else { return 0 }
    return bytes.count - end
  }
}
