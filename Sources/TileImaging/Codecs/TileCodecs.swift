package import TileModel

/// The codecs of all known formats, one for each of `TileFormatDescription.all`.
package enum TileCodecs {
  package static let all: [any TileCodec] = [
    PNGTileCodec(), JPEGTileCodec(), WebPTileCodec(), AVIFTileCodec(),
  ]

  package static func codec(of format: TileFormat?) -> (any TileCodec)? {
    all.first { $0.format == format }
  }

  /// The encoding of a format; `quality` nil is lossless.
  ///
  /// Qualities and backgrounds that the format has no use for are ignored.
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
  ///   - effort: The time that a tile may take.
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

  package var library: String { TileCodecs.codec(of: format)?.library ?? "" }
}
