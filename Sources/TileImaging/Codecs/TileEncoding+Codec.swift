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
