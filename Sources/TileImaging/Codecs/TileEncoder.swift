/// Encodes tiles one after the other.
///
/// The result depends on the samples, the settings and the version of the library alone. An encoder
/// owns its working memory and belongs to one task.
public protocol TileEncoder: AnyObject {
  /// Encodes a tile.
  ///
  /// - Parameters:
  ///   - samples: `4 × width × height` bytes of straight RGBA8, row-major.
  ///   - width: Columns, at least 1.
  ///   - height: Rows, at least 1.
  /// - Returns: The file.
  /// - Throws: ``ImageCodecError``.
  func encode(
    _ samples: UnsafePointer<UInt8>, width: Int, height: Int
  ) throws(ImageCodecError) -> [UInt8]
}

extension TileEncoder {
  /// Encodes an image; its sides are at least 1.
  ///
  /// - Throws: ``ImageCodecError``.
  public func encode(_ image: RGBAImage) throws(ImageCodecError) -> [UInt8] {
    let result = image.samples.withUnsafeBufferPointer { buffer in
      Result { () throws(ImageCodecError) -> [UInt8] in
        guard let base = buffer.baseAddress else { throw .compressorFailed }
        return try encode(base, width: image.width, height: image.height)
      }
    }
    return try result.get()
  }

  /// Encodes a tile of one colour: the same bytes as ``encode(_:width:height:)`` on its samples.
  ///
  /// - Throws: ``ImageCodecError``.
  public func encodeUniform(
    red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8, width: Int, height: Int
  ) throws(ImageCodecError) -> [UInt8] {
    var samples = [UInt8](repeating: red, count: 4 * width * height)
    for offset in stride(from: 0, to: samples.count, by: 4) {
      samples[offset + 1] = green
      samples[offset + 2] = blue
      samples[offset + 3] = alpha
    }
    return try encode(RGBAImage(width: width, height: height, samples: samples))
  }
}
