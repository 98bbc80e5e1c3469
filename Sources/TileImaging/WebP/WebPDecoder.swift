import CLibWebP
import TileModel

/// Decodes WebP images that fit in memory (RFC 9649: lossy, lossless and with alpha; no animation).
///
/// Samples are used as stored and taken as sRGB; profiles are ignored. Bytes after the end that the
/// container states are ignored.
public enum WebPDecoder {
  /// Decodes an image.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limits: The limits checked before memory is allocated.
  /// - Returns: The image, the colour of fully transparent pixels set to 0.
  /// - Throws: ``ImageCodecError`` when the bytes are no WebP, animated, damaged, incomplete or too
  ///   large.
  public static func decode(
    _ bytes: [UInt8], limits: DecodingLimits = .tile
  ) throws(ImageCodecError) -> RGBAImage {
    let size = try containerSize(of: bytes)
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<RGBAImage, ImageCodecError> in
      do throws(ImageCodecError) {
        return .success(
          try decode(UnsafeBufferPointer(rebasing: buffer.prefix(size)), limits: limits))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Size in the RIFF header, its own bytes included (RFC 9649, section 2.4).
  private static func containerSize(of bytes: [UInt8]) throws(ImageCodecError) -> Int {
    let signature = TileFormatDescription.webp.signature
    guard signature.begins(bytes) else {
      throw signature.canBegin(bytes) ? .truncated(format: "WebP") : .notAnImage(format: "WebP")
    }
    let stated = (4..<8).reduce(0) { $0 | Int(bytes[$1]) << (8 * ($1 - 4)) }
    guard stated + 8 <= bytes.count else { throw .truncated(format: "WebP") }
    return stated + 8
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: DecodingLimits
  ) throws(ImageCodecError) -> RGBAImage {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .compressorFailed }
    try check(WebPGetFeatures(bytes.baseAddress, bytes.count, &config.input))
    guard config.input.has_animation == 0 else {
      throw .corrupt(format: "WebP", detail: "an animation, which no tile is")
    }
    let width = Int(config.input.width)
    let height = Int(config.input.height)
    // The decoder holds a lossless image, or the alpha of a lossy one, in addition to the result.
    let violation = limits.violation(
      width: width, height: height, bytesPerPixel: 8, isStreamed: false)
    if let violation { throw .tooLarge(width: width, height: height, limit: violation) }

    let count = 4 * width * height
    config.output.colorspace = MODE_RGBA
    config.output.is_external_memory = 1
    config.output.u.RGBA.stride = Int32(4 * width)
    config.output.u.RGBA.size = count
    var status = VP8_STATUS_OK
    var samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: 0)
      initialized = count
      config.output.u.RGBA.rgba = buffer.baseAddress
      status = WebPDecode(bytes.baseAddress, bytes.count, &config)
      WebPFreeDecBuffer(&config.output)
    }
    try check(status)
    // Cleared whatever the header says: a lossless stream may hold alpha that its hint denies.
    samples.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      TransparentColor.clear(base, count: width * height)
    }
    return RGBAImage(width: width, height: height, samples: samples)
  }

  private static func check(_ status: VP8StatusCode) throws(ImageCodecError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .truncated(format: "WebP")
    case VP8_STATUS_OUT_OF_MEMORY: throw .compressorFailed
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      throw .corrupt(format: "WebP", detail: "a feature that the decoder does not have")
    default: throw .corrupt(format: "WebP", detail: "a damaged bitstream")
    }
  }
}
