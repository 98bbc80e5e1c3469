import CJPEGShim

/// Encodes tiles as JPEG files (ITU-T T.81) with libjpeg-turbo.
///
/// Tiles without colour have one component. Below a quality of 90 chroma has half the resolution
/// both ways, which eyes hardly see in photographs. From 90 on it has all of it, to keep fine
/// coloured lines. Files hold no metadata.
public final class JPEGTileEncoder: TileEncoder {
  /// The least quality at which chroma keeps its resolution.
  public static let fullChromaQuality = 90

  private let quality: Int
  private let background: OpaqueColor
  private let effort: EncodingEffort
  private let writer: OpaquePointer
  private var flattened = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - quality: From 1 to 100.
  ///   - background: The colour behind transparent pixels.
  ///   - effort: `fast` takes the standard prefix codes, `balanced` codes made for the tile, and
  ///     `smallest` the progressive form too, where it is smaller.
  /// - Throws: ``ImageCodecError/compressorFailed`` when memory is short.
  public init(
    quality: Int, background: OpaqueColor = .white, effort: EncodingEffort
  ) throws(ImageCodecError) {
    precondition((1...100).contains(quality), "the quality of a JPEG is 1 to 100")
    self.quality = quality
    self.background = background
    self.effort = effort
    guard let writer = tp_jpeg_writer_create() else { throw .compressorFailed }
    self.writer = writer
  }

  deinit {
    tp_jpeg_writer_destroy(writer)
    flattened.deallocate()
  }

  /// Encodes a tile.
  ///
  /// - Parameters:
  ///   - samples: `4 × width × height` bytes of straight RGBA8, row-major.
  ///   - width: Columns, 1 to 65535.
  ///   - height: Rows, 1 to 65535.
  /// - Returns: The file.
  /// - Throws: ``ImageCodecError``.
  public func encode(
    _ samples: UnsafePointer<UInt8>, width: Int, height: Int
  ) throws(ImageCodecError) -> [UInt8] {
    precondition(width > 0 && height > 0, "a tile has pixels")
    guard width <= 65535, height <= 65535 else {
      throw .tooLarge(width: width, height: height, limit: "65535 × 65535 in a JPEG")
    }
    let count = width * height
    let isOpaque = SampleOpacity.isOpaque(samples, count: count)
    let pixels = isOpaque ? samples : flatten(samples, count: count)
    var form = tp_jpeg_form()
    form.quality = UInt8(truncatingIfNeeded: quality)
    form.is_grey = SampleOpacity.isGrey(pixels, count: count) ? 1 : 0
    form.halves_chroma = quality < Self.fullChromaQuality ? 1 : 0
    form.optimizes_codes = effort == .fast ? 0 : 1
    let file = try encode(pixels, width, height, form)
    guard effort == .smallest else { return file }
    form.is_progressive = 1
    let progressive = try encode(pixels, width, height, form)
    return progressive.count < file.count ? progressive : file
  }

  private func flatten(_ samples: UnsafePointer<UInt8>, count: Int) -> UnsafePointer<UInt8> {
    if flattened.count < 4 * count {
      flattened.deallocate()
      flattened = .allocate(capacity: 4 * count)
    }
    guard let base = flattened.baseAddress else { return samples }
    base.update(from: samples, count: 4 * count)
    background.composite(under: base, count: count)
    return UnsafePointer(base)
  }

  private func encode(
    _ pixels: UnsafePointer<UInt8>, _ width: Int, _ height: Int, _ form: tp_jpeg_form
  ) throws(ImageCodecError) -> [UInt8] {
    var form = form
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    let status = tp_jpeg_writer_encode(
      writer, pixels, UInt32(width), UInt32(height), &form, &bytes, &count)
    guard status == TP_JPEG_OK, let bytes else { throw .compressorFailed }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
