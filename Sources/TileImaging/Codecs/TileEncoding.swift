public import TileModel

/// How the samples of a tile become a file.
public struct TileEncoding: Hashable, Sendable {
  /// The format of the files.
  public let format: TileFormat
  /// The quality of a lossy encoding; `nil` for one that keeps every sample.
  public let quality: Int?
  /// What shows through where samples are transparent and files cannot be; `nil` where they can.
  public let background: OpaqueColor?

  /// PNG, in the smallest lossless form.
  public static let png = TileEncoding(format: .png, quality: nil, background: nil)

  /// Lossless WebP.
  public static let losslessWebP = TileEncoding(format: .webp, quality: nil, background: nil)

  /// JPEG of a quality in `1...100`; `background` shows through where samples are transparent.
  public static func jpeg(quality: Int, background: OpaqueColor) -> TileEncoding {
    TileEncoding(format: .jpeg, quality: quality, background: background)
  }

  /// WebP of a quality in `0...100`, whose alpha is lossless.
  public static func webp(quality: Int) -> TileEncoding {
    TileEncoding(format: .webp, quality: quality, background: nil)
  }

  /// AVIF of a quality in `0...100`, whose alpha is lossless.
  public static func avif(quality: Int) -> TileEncoding {
    TileEncoding(format: .avif, quality: quality, background: nil)
  }

  /// Takes parts that go together; ``TileCodecs/encoding(of:quality:background:)`` knows which do.
  init(format: TileFormat, quality: Int?, background: OpaqueColor?) {
    self.format = format
    self.quality = quality
    self.background = background
  }

  /// Whether files decode to the samples that were encoded.
  public var isLossless: Bool { quality == nil }

  /// Whether files can be transparent.
  public var holdsAlpha: Bool { background == nil }
}

/// How much time an encoder may spend to make a tile smaller; no effort changes what a tile shows, but
/// for lossy WebP and AVIF, whose samples differ within their quality.
public enum EncodingEffort: String, Hashable, Sendable, CaseIterable {
  /// The quickest compression.
  case fast
  /// Small at little cost: the default.
  case balanced
  /// The smallest of several forms at the highest compression, many times slower.
  case smallest
}

extension TileEncoding {
  /// Makes an encoder.
  ///
  /// - Parameters:
  ///   - effort: How much time a tile may take.
  ///   - isCancelled: Asked between the trials of a tile; once true, the encoder throws
  ///     ``ImageCodecError/cancelled``.
  /// - Returns: An encoder for one task.
  /// - Throws: ``ImageCodecError/compressorFailed`` when memory is short.
  public func makeEncoder(
    effort: EncodingEffort, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageCodecError) -> any TileEncoder {
    guard let codec = TileCodecs.codec(of: format) else { throw .compressorFailed }
    return try codec.makeEncoder(self, effort: effort, isCancelled: isCancelled)
  }

  /// The library that the bytes of files depend on, with its version.
  package var library: String { TileCodecs.codec(of: format)?.library ?? "" }
}
