package import TileModel

/// The codecs of all known formats, one for each of `TileFormatDescription.all`.
package enum TileCodecs {
  /// All of them.
  package static let all: [any TileCodec] = [PNGTileCodec(), JPEGTileCodec(), WebPTileCodec()]

  /// The codec of a format; `nil` for one that is not known.
  package static func codec(of format: TileFormat?) -> (any TileCodec)? {
    all.first { $0.format == format }
  }
}
