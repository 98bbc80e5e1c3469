package import TileModel

/// The codecs of all known formats, one for each of `TileFormatDescription.all`.
package enum TileCodecs {
  /// All of them.
  package static let all: [any TileCodec] = [
    PNGTileCodec(), JPEGTileCodec(), WebPTileCodec(), AVIFTileCodec(),
  ]

  /// The codec of a format; `nil` for one that is not known.
  package static func codec(of format: TileFormat?) -> (any TileCodec)? {
    all.first { $0.format == format }
  }

  /// The encoding of a format.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - quality: The quality, or `nil` for no loss; a format without qualities ignores it.
  ///   - background: What shows through where samples are transparent; a format with alpha ignores it.
  /// - Returns: The encoding.
  package static func encoding(
    of format: TileFormat, quality: Int?, background: OpaqueColor
  ) -> TileEncoding {
    TileEncoding(
      format: format, quality: codec(of: format)?.qualities == nil ? nil : quality,
      background: format.details?.holdsAlpha == false ? background : nil)
  }
}
