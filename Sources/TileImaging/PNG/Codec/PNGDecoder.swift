import Platform
import TileModel

/// Decodes PNG images that fit in memory.
///
/// Samples are used as stored and taken as sRGB: gAMA, iCCP and sRGB are ignored. 16-bit samples are
/// rounded to the nearest of 8 bits. Bytes after the image's end are ignored.
public enum PNGDecoder {
  package static let signature = TileFormatDescription.png.signature.prefix

  /// Decodes an image.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limits: The limits checked before memory is allocated.
  /// - Returns: The image, the colour of fully transparent pixels set to 0.
  /// - Throws: ``ImageCodecError`` when the bytes are no PNG, damaged, incomplete or too large.
  public static func decode(
    _ bytes: [UInt8], limits: DecodingLimits = .tile
  ) throws(ImageCodecError) -> RGBAImage {
    guard bytes.starts(with: signature) else {
      throw signature.starts(with: bytes)
        ? .truncated(format: "PNG") : .notAnImage(format: "PNG")
    }
    do {
      return try bytes.withUnsafeBufferPointer { file in
        if let image = WholePNG(file, limits: limits)?.decode() { return image }
        return try decode(file, limits: limits)
      }
    } catch let error as ImageCodecError {
      throw error
    } catch PNGRowDecoder.Fault.ended {
      throw .truncated(format: "PNG")
    } catch PNGRowDecoder.Fault.corrupt(let detail) {
      throw .corrupt(format: "PNG", detail: detail)
    } catch {
      throw .compressorFailed
    }
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: DecodingLimits
  ) throws -> RGBAImage {
    var offset = 0
    let decoder = try PNGRowDecoder(
      mode: .deinterlaced,
      check: { header in
        let violation = limits.violation(
          width: header.width, height: header.height, bytesPerPixel: 4, isStreamed: false)
        if let violation {
          throw ImageCodecError.tooLarge(
            width: header.width, height: header.height, limit: violation)
        }
        if !header.isPlausible(forFileOf: bytes.count) { throw PNGRowDecoder.Fault.ended }
      },
      pull: { target, count in
        let available = min(count, bytes.count - offset)
        if available > 0, let base = bytes.baseAddress {
          memcpy(target, base + offset, available)
        }
        offset += available
        return available
      })
    let width = decoder.header.width
    let height = decoder.header.height
    var samples = [UInt8](repeating: 0, count: 4 * width * height)
    try samples.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for _ in 0..<decoder.passes {
        for row in 0..<height { try decoder.readRow(into: base + 4 * width * row) }
      }
      try decoder.finish()
      if !decoder.header.isOpaque { TransparentColor.clear(base, count: width * height) }
    }
    return RGBAImage(width: width, height: height, samples: samples)
  }
}
