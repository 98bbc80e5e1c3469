import CLibWebP

/// Encodes tiles as WebP files (RFC 9649) with libwebp.
///
/// Files hold no metadata. The colour of fully transparent samples is not kept, since it is 0 by the
/// package's convention; everything else of a lossless file is.
public final class WebPTileEncoder: TileEncoder {
  /// The loss that the encoder may cause.
  public enum Mode: Hashable, Sendable {
    /// Nothing.
    case lossless
    /// Colours, to a quality in `0...100`; alpha stays as it is.
    case lossy(quality: Int)
  }

  /// The longest side of an image.
  public static let maximumSide = 16383

  private var config = WebPConfig()
  private let isLossless: Bool
  private let isCancelled: @Sendable () -> Bool
  private let writer: UnsafeMutablePointer<WebPMemoryWriter>

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - mode: The loss that the encoder may cause.
  ///   - effort: The time that a tile may take.
  ///   - isCancelled: Asked several times a tile; once true, ``ImageCodecError/cancelled`` is
  ///     thrown.
  /// - Throws: ``ImageCodecError/compressorFailed`` when the library is another than was compiled
  ///   against.
  public init(
    _ mode: Mode, effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageCodecError) {
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0 else { throw .compressorFailed }
    switch mode {
    case .lossless:
      config.lossless = 1
      isLossless = true
      switch effort {
      // Method 0 is several times quicker on photographs, and larger than PNG on plans.
      case .fast: (config.method, config.quality) = (1, 10)
      case .balanced: (config.method, config.quality) = (3, 30)
      // Method 6 takes ten times as long and saves 1 %.
      case .smallest: (config.method, config.quality) = (5, 90)
      }
    case .lossy(let quality):
      precondition((0...100).contains(quality), "the quality of a WebP is 0 to 100")
      isLossless = false
      config.quality = Float(quality)
      switch effort {
      case .fast: config.method = 2
      case .balanced: config.method = 4
      case .smallest: config.method = 5
      }
      // Sharp YUV keeps the lightness of thin coloured lines at half the chroma resolution.
      config.use_sharp_yuv = effort == .fast ? 0 : 1
    }
    config.exact = 0
    config.thread_level = 0
    guard WebPValidateConfig(&config) != 0 else { throw .compressorFailed }
    self.config = config
    self.isCancelled = isCancelled
    writer = .allocate(capacity: 1)
    WebPMemoryWriterInit(writer)
  }

  deinit {
    WebPMemoryWriterClear(writer)
    writer.deallocate()
  }

  /// Encodes a tile.
  ///
  /// - Parameters:
  ///   - samples: `4 × width × height` bytes of straight RGBA8, row-major.
  ///   - width: Columns, 1 to ``maximumSide``.
  ///   - height: Rows, 1 to ``maximumSide``.
  /// - Returns: The file.
  /// - Throws: ``ImageCodecError``.
  public func encode(
    _ samples: UnsafePointer<UInt8>, width: Int, height: Int
  ) throws(ImageCodecError) -> [UInt8] {
    precondition(width > 0 && height > 0, "a tile has pixels")
    guard width <= Self.maximumSide, height <= Self.maximumSide else {
      throw .tooLarge(
        width: width, height: height, limit: "\(Self.maximumSide) × \(Self.maximumSide) in a WebP")
    }
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw .compressorFailed }
    defer { WebPPictureFree(&picture) }
    picture.use_argb = isLossless ? 1 : 0
    picture.width = Int32(width)
    picture.height = Int32(height)
    writer.pointee.size = 0
    picture.writer = WebPMemoryWrite
    picture.custom_ptr = UnsafeMutableRawPointer(writer)
    picture.user_data = Unmanaged.passUnretained(self).toOpaque()
    picture.progress_hook = { _, picture in
      guard let owner = picture?.pointee.user_data else { return 1 }
      let encoder = Unmanaged<WebPTileEncoder>.fromOpaque(owner).takeUnretainedValue()
      return encoder.isCancelled() ? 0 : 1
    }
    // The library looks for alpha itself, and stores none for an opaque tile.
    guard WebPPictureImportRGBA(&picture, samples, Int32(4 * width)) != 0,
      WebPEncode(&config, &picture) != 0
    else { throw picture.error_code == VP8_ENC_ERROR_USER_ABORT ? .cancelled : .compressorFailed }
    return Array(UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
  }
}
