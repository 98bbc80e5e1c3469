import TileModel

/// AVIF tiles, lossy; alpha is always kept.
struct AVIFTileCodec: TileCodec {
  let format = TileFormat.avif
  let qualities: ClosedRange<Int>? = 0...100
  var library: String { LibraryVersions.avif }

  func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageCodecError) -> RGBAImage {
    try AVIFDecoder.decode(bytes, limits: limits)
  }

  /// True, since the conversion of colours loses precision at any quality.
  func isLossy(_ bytes: [UInt8]) -> Bool { true }

  func length(of bytes: [UInt8]) -> Int? {
    let boxes = AVIFBoxes(bytes)
    return boxes.isTruncated ? nil : boxes.end
  }

  func makeEncoder(
    _ encoding: TileEncoding, effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImageCodecError) -> any TileEncoder {
    try AVIFTileEncoder(quality: encoding.quality ?? 100, effort: effort, isCancelled: isCancelled)
  }
}
