import CLibAVIF

/// Encodes tiles as AVIF files with libavif and libaom.
///
/// Files are 8-bit 4:2:0 in sRGB and hold no metadata. Alpha is lossless; the colour of fully transparent
/// samples is not kept, since it is 0 by the package's convention.
public final class AVIFTileEncoder: TileEncoder {
  /// The longest side of an image.
  public static let maximumSide = 65536

  /// Bound of the quantizers of colours, 0 to 63.
  private let quantizer: Int32
  private let speed: Int32
  private let isCancelled: @Sendable () -> Bool
  /// The filled pixels of a tile with transparent parts; memory is kept from tile to tile.
  private var filled: [UInt8] = []

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - quality: A quality in `0...100`, at which a tile is about as close as a WebP of that quality.
  ///   - effort: The time that a tile may take.
  ///   - isCancelled: Asked before each tile; once true, ``ImageCodecError/cancelled`` is thrown.
  /// - Throws: ``ImageCodecError/missingCodec(_:)`` when the library was built without libaom.
  public init(
    quality: Int, effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageCodecError) {
    precondition((0...100).contains(quality), "the quality of an AVIF is 0 to 100")
    guard
      avifCodecName(AVIF_CODEC_CHOICE_AOM, avifCodecFlags(AVIF_CODEC_FLAG_CAN_ENCODE.rawValue))
        != nil
    else { throw .missingCodec("libavif with the encoder libaom") }
    // Measured on photographs and plans: quantizers that give the signal-to-noise ratio of WebP at
    // the quality. Its steps become finer above 80.
    quantizer = Int32(quality <= 80 ? 50 - 3 * quality / 10 : 26 - 6 * (quality - 80) / 5)
    speed =
      switch effort {
      // From speed 9 on plans are larger by a half.
      case .fast: 8
      case .balanced: 6
      // Speed 3 takes twice as long and saves 2 %.
      case .smallest: 4
      }
    self.isCancelled = isCancelled
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
        width: width, height: height, limit: "\(Self.maximumSide) × \(Self.maximumSide) in an AVIF")
    }
    if isCancelled() { throw .cancelled }
    // 4:2:0: for the same bytes lightness is closer by 1 to 2 dB than with full chroma. System
    // decoders, such as that of Android, read no other.
    guard let image = avifImageCreate(UInt32(width), UInt32(height), 8, AVIF_PIXEL_FORMAT_YUV420),
      let encoder = avifEncoderCreate()
    else { throw .compressorFailed }
    defer {
      avifImageDestroy(image)
      avifEncoderDestroy(encoder)
    }
    image.pointee.yuvRange = AVIF_RANGE_FULL
    image.pointee.colorPrimaries = avifColorPrimaries(AVIF_COLOR_PRIMARIES_BT709)
    image.pointee.transferCharacteristics = avifTransferCharacteristics(
      AVIF_TRANSFER_CHARACTERISTICS_SRGB)
    image.pointee.matrixCoefficients = avifMatrixCoefficients(AVIF_MATRIX_COEFFICIENTS_BT601)
    try convert(samples, to: image, width: width, height: height)

    encoder.pointee.codecChoice = AVIF_CODEC_CHOICE_AOM
    encoder.pointee.maxThreads = 1
    encoder.pointee.speed = speed
    encoder.pointee.minQuantizer = quantizer
    encoder.pointee.maxQuantizer = quantizer
    encoder.pointee.minQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS
    encoder.pointee.maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS
    var file = avifRWData()
    defer { avifRWDataFree(&file) }
    // The library looks for alpha itself, and stores none for an opaque tile.
    guard avifEncoderWrite(encoder, image, &file) == AVIF_RESULT_OK else { throw .compressorFailed }
    return Array(UnsafeBufferPointer(start: file.data, count: file.size))
  }

  private func convert(
    _ samples: UnsafePointer<UInt8>, to image: UnsafeMutablePointer<avifImage>, width: Int,
    height: Int
  ) throws(ImageCodecError) {
    var result = AVIF_RESULT_OK
    func convert(_ samples: UnsafePointer<UInt8>) {
      var colors = avifRGBImage()
      avifRGBImageSetDefaults(&colors, image)
      // The library reads the samples only.
      colors.pixels = UnsafeMutablePointer(mutating: samples)
      colors.rowBytes = UInt32(4 * width)
      // libyuv rounds differently on other processors.
      colors.avoidLibYUV = AVIF_TRUE
      result = avifImageRGBToYUV(image, &colors)
    }
    if SampleOpacity.isOpaque(samples, count: width * height) {
      convert(samples)
    } else {
      filled = Array(UnsafeBufferPointer(start: samples, count: 4 * width * height))
      filled.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        TransparentColor.continueNeighbors(base, width: width, height: height)
        convert(base)
      }
    }
    guard result == AVIF_RESULT_OK else { throw .compressorFailed }
  }
}
