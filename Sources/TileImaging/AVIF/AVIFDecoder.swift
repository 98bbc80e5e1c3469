import CLibAVIF
import TileModel

/// Decodes AVIF images that fit in memory: one still image of any depth, with or without alpha.
///
/// Samples are taken as sRGB; profiles are ignored. Bytes after the last box are ignored.
public enum AVIFDecoder {
  /// Decodes an image.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limits: The limits checked before memory is allocated.
  /// - Returns: The image, the colour of fully transparent pixels set to 0.
  /// - Throws: ``ImageCodecError`` when the bytes are no AVIF, a sequence, damaged, incomplete or too
  ///   large.
  public static func decode(
    _ bytes: [UInt8], limits: DecodingLimits = .tile
  ) throws(ImageCodecError) -> RGBAImage {
    let signature = TileFormatDescription.avif.signature
    guard signature.begins(bytes) else {
      throw signature.canBegin(bytes) ? .truncated(format: "AVIF") : .notAnImage(format: "AVIF")
    }
    let boxes = AVIFBoxes(bytes)
    if boxes.isTruncated { throw .truncated(format: "AVIF") }
    if boxes.isSequence {
      throw .corrupt(format: "AVIF", detail: "an image sequence, which no tile is")
    }
    guard let decoder = avifDecoderCreate() else { throw .compressorFailed }
    defer { avifDecoderDestroy(decoder) }
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<RGBAImage, ImageCodecError> in
      do throws(ImageCodecError) {
        return .success(
          try decode(
            UnsafeBufferPointer(rebasing: buffer.prefix(boxes.end)), with: decoder, limits: limits))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, with decoder: UnsafeMutablePointer<avifDecoder>,
    limits: DecodingLimits
  ) throws(ImageCodecError) -> RGBAImage {
    decoder.pointee.maxThreads = 1
    decoder.pointee.ignoreExif = AVIF_TRUE
    decoder.pointee.ignoreXMP = AVIF_TRUE
    decoder.pointee.imageCountLimit = 1
    try check(avifDecoderSetSource(decoder, AVIF_DECODER_SOURCE_PRIMARY_ITEM))
    try check(avifDecoderSetIOMemory(decoder, bytes.baseAddress, bytes.count))
    try check(avifDecoderParse(decoder))
    guard let header = decoder.pointee.image else { throw .compressorFailed }
    let width = Int(header.pointee.width)
    let height = Int(header.pointee.height)
    // Held: planes of 16 bits with full chroma, their copy with film grain, alpha, and the result.
    let violation = limits.violation(
      width: width, height: height, bytesPerPixel: 18, isStreamed: false)
    if let violation { throw .tooLarge(width: width, height: height, limit: violation) }
    let turns = AVIF_TRANSFORM_CLAP.rawValue | AVIF_TRANSFORM_IROT.rawValue
    if header.pointee.transformFlags & (turns | AVIF_TRANSFORM_IMIR.rawValue) != 0 {
      throw .corrupt(format: "AVIF", detail: "a crop, rotation or mirror, which no tile has")
    }
    // The AV1 decoder gets the stated size as its limit, too.
    decoder.pointee.imageSizeLimit = UInt32(clamping: max(1, width * height))
    try check(avifDecoderParse(decoder))
    try check(avifDecoderNextImage(decoder))
    guard let image = decoder.pointee.image, image.pointee.width == width,
      image.pointee.height == height
    else { throw .corrupt(format: "AVIF", detail: "an image of another size than stated") }
    return try colors(of: image, width: width, height: height)
  }

  private static func colors(
    of image: UnsafeMutablePointer<avifImage>, width: Int, height: Int
  ) throws(ImageCodecError) -> RGBAImage {
    let count = 4 * width * height
    var result = AVIF_RESULT_OK
    let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: 0)
      initialized = count
      guard let base = buffer.baseAddress else { return }
      var colors = avifRGBImage()
      avifRGBImageSetDefaults(&colors, image)
      colors.depth = 8
      colors.pixels = base
      colors.rowBytes = UInt32(4 * width)
      // libyuv rounds differently on other processors.
      colors.avoidLibYUV = AVIF_TRUE
      result = avifImageYUVToRGB(image, &colors)
      TransparentColor.clear(base, count: width * height)
    }
    try check(result)
    return RGBAImage(width: width, height: height, samples: samples)
  }

  private static func check(_ result: avifResult) throws(ImageCodecError) {
    switch result {
    case AVIF_RESULT_OK: return
    case AVIF_RESULT_TRUNCATED_DATA, AVIF_RESULT_IO_ERROR, AVIF_RESULT_WAITING_ON_IO:
      throw .truncated(format: "AVIF")
    case AVIF_RESULT_OUT_OF_MEMORY: throw .compressorFailed
    case AVIF_RESULT_NO_CODEC_AVAILABLE: throw .missingCodec("libavif with a decoder of AV1")
    default: throw .corrupt(format: "AVIF", detail: String(cString: avifResultToString(result)))
    }
  }
}
