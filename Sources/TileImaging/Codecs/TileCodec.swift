package import TileModel

/// How the tiles of one format are decoded and encoded.
package protocol TileCodec: Sendable {
  var format: TileFormat { get }
  /// The qualities of lossy tiles; `nil` where nothing is ever lost.
  var qualities: ClosedRange<Int>? { get }
  /// The library that the bytes of encoded tiles depend on, with its version.
  var library: String { get }

  /// Decodes a tile.
  ///
  /// - Throws: ``ImageCodecError`` when the bytes are not of the format, damaged, incomplete or too
  ///   large.
  func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageCodecError) -> RGBAImage
  /// Whether a tile is in a form that does not keep samples as they were.
  func isLossy(_ bytes: [UInt8]) -> Bool
  /// The number of bytes of the image that begins `bytes`; `nil` where its end cannot be determined.
  func length(of bytes: [UInt8]) -> Int?
  /// Makes an encoder for one task.
  ///
  /// - Parameters:
  ///   - encoding: The quality, or `nil` for no loss, and the background; of this format.
  ///   - effort: How much time a tile may take.
  ///   - isCancelled: Asked while a tile is encoded, where that may last longer than 0.1 s; once true,
  ///     the encoder throws ``ImageCodecError/cancelled``.
  /// - Returns: The encoder.
  /// - Throws: ``ImageCodecError/compressorFailed`` when memory is short.
  func makeEncoder(
    _ encoding: TileEncoding, effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImageCodecError) -> any TileEncoder
}
