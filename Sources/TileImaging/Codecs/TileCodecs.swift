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

extension TileEncoding {
  /// Makes an encoder.
  ///
  /// - Parameters:
  ///   - effort: How much time a tile may take.
  ///   - isCancelled: Asked between the trials of a tile; once true, the encoder throws
  ///     ``ImageCodecError/cancelled``.
  /// - Returns: An encoder for one task.
  /// - Throws: ``ImageCodecError/compressorFailed`` when memory is short.
  public func makeEncoder(
    effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageCodecError) -> any TileEncoder {
    guard let codec = TileCodecs.codec(of: format) else { throw .compressorFailed }
    return try codec.makeEncoder(self, effort: effort, isCancelled: isCancelled)
  }

  /// The library that the bytes of files depend on, with its version.
  package var library: String { TileCodecs.codec(of: format)?.library ?? "" }
}
