package import TileModel

/// The decoder and the encoders of one tile format.
package protocol TileCodec: Sendable {
  var format: TileFormat { get }
  /// `nil` for a lossless format.
  var qualities: ClosedRange<Int>? { get }
  var library: String { get }

  func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageCodecError) -> RGBAImage
  /// True for a form that does not keep samples exactly.
  func isLossy(_ bytes: [UInt8]) -> Bool
  /// Bytes of the image that begins `bytes`; `nil` when its end cannot be determined.
  func length(of bytes: [UInt8]) -> Int?
  /// Makes an encoder for one task; `encoding` is of this format.
  ///
  /// It calls `isCancelled` in trials that may take longer than 0.1 s, and throws
  /// ``ImageCodecError/cancelled`` once that is true.
  func makeEncoder(
    _ encoding: TileEncoding, effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImageCodecError) -> any TileEncoder
}
