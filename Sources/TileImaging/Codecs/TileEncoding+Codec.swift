extension TileEncoding {
  /// Makes an encoder.
  ///
  /// - Parameter effort: How much time a tile may take.
  /// - Returns: An encoder for one task.
  /// - Throws: ``ImageCodecError/compressorFailed`` when memory is short.
  public func makeEncoder(effort: EncodingEffort) throws(ImageCodecError) -> any TileEncoder {
    guard let codec = TileCodecs.codec(of: format) else { throw .compressorFailed }
    return try codec.makeEncoder(self, effort: effort)
  }

  /// The library that the bytes of files depend on, with its version.
  package var library: String { TileCodecs.codec(of: format)?.library ?? "" }
}
