import CJPEGShim
import TileModel

/// Decodes JPEG images that fit in memory (ITU-T T.81: baseline and progressive, 8 bits a sample).
///
/// Samples are used as stored and taken as sRGB: profiles are ignored, and so is the Exif
/// orientation, which no tile has. Grey becomes red, green and blue; CMYK and YCCK are converted
/// without a profile. Data that ends too early is an error, never a picture with a grey rest; bytes
/// after the image's end are ignored.
public enum JPEGDecoder {
  /// Decodes an image.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limits: The limits checked before memory is allocated.
  /// - Returns: The image, opaque.
  /// - Throws: ``ImageCodecError`` when the bytes are no JPEG, damaged, incomplete or too large.
  public static func decode(
    _ bytes: [UInt8], limits: DecodingLimits = .tile
  ) throws(ImageCodecError) -> RGBAImage {
    let signature = TileFormatDescription.jpeg.signature
    guard signature.begins(bytes) else {
      throw signature.canBegin(bytes) ? .truncated(format: "JPEG") : .notAnImage(format: "JPEG")
    }
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<RGBAImage, ImageCodecError> in
      do throws(ImageCodecError) {
        return .success(try decode(buffer, limits: limits))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: DecodingLimits
  ) throws(ImageCodecError) -> RGBAImage {
    guard let reader = tp_jpeg_reader_create(bytes.baseAddress, bytes.count) else {
      throw .compressorFailed
    }
    defer { tp_jpeg_reader_destroy(reader) }
    var header = tp_jpeg_header()
    try check(tp_jpeg_reader_header(reader, &header), reader)
    let width = Int(header.width)
    let height = Int(header.height)
    // Progressive images are held as 16-bit coefficients, three or four a pixel, in addition to the
    // samples.
    let violation = limits.violation(
      width: width, height: height, bytesPerPixel: header.is_progressive == 0 ? 4 : 12,
      isStreamed: false)
    if let violation { throw .tooLarge(width: width, height: height, limit: violation) }
    // Even an empty block of 64 samples takes bits of each component. A header that promises more
    // than 2^13 pixels a byte is false.
    guard width * height / 8192 <= bytes.count else { throw .truncated(format: "JPEG") }

    let count = 4 * width * height
    let working = max(limits.maximumBytes - count, 1 << 20)
    var status = TP_JPEG_OK
    var samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: 0)
      initialized = count
      status = tp_jpeg_reader_decode(reader, buffer.baseAddress, working)
    }
    try check(status, reader)
    if header.samples != TP_JPEG_RGBA {
      samples.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        JPEGInks.convert(base, count: width * height)
      }
    }
    return RGBAImage(width: width, height: height, samples: samples)
  }

  private static func check(
    _ status: tp_jpeg_status, _ reader: OpaquePointer
  ) throws(ImageCodecError) {
    switch status {
    case TP_JPEG_OK: return
    case TP_JPEG_TRUNCATED: throw .truncated(format: "JPEG")
    default: throw .corrupt(format: "JPEG", detail: String(cString: tp_jpeg_reader_message(reader)))
    }
  }
}

/// The inks of CMYK JPEG images.
package enum JPEGInks {
  /// Turns CMYK, 255 for no ink, into RGB with alpha 255, in place.
  package static func convert(_ samples: UnsafeMutablePointer<UInt8>, count: Int) {
    var pixel = samples
    for _ in 0..<count {
      let light = UInt32(pixel[3])
      for channel in 0..<3 {
        let product = UInt32(pixel[channel]) &* light &+ 127
        pixel[channel] = UInt8(truncatingIfNeeded: product / 255)
      }
      pixel[3] = 255
      pixel += 4
    }
  }
}
