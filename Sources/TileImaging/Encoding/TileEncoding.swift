public import TileModel

/// How the samples of a tile become a file.
public enum TileEncoding: Hashable, Sendable {
  /// PNG, in the smallest lossless form.
  case png
  /// JPEG of a quality in `1...100`; `background` shows through where samples are transparent.
  case jpeg(quality: Int, background: OpaqueColor)
  /// WebP of a quality in `0...100`, whose alpha is lossless.
  case webp(quality: Int)
  /// Lossless WebP.
  case losslessWebP

  /// The format of the files.
  public var format: TileFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webp, .losslessWebP: .webp
    }
  }

  /// Whether files decode to the samples that were encoded.
  public var isLossless: Bool {
    switch self {
    case .png, .losslessWebP: true
    case .jpeg, .webp: false
    }
  }

  /// Whether files can be transparent.
  public var holdsAlpha: Bool {
    if case .jpeg = self { false } else { true }
  }

  /// The quality of a lossy encoding; `nil` for a lossless one.
  public var quality: Int? {
    switch self {
    case .jpeg(let quality, _), .webp(let quality): quality
    case .png, .losslessWebP: nil
    }
  }

  /// Makes an encoder.
  ///
  /// - Parameter effort: How much time a tile may take.
  /// - Returns: An encoder for one task.
  /// - Throws: ``ImageCodecError/compressorFailed`` when memory is short.
  public func makeEncoder(effort: EncodingEffort) throws(ImageCodecError) -> any TileEncoder {
    switch self {
    case .png: try PNGTileEncoder(effort: effort)
    case .jpeg(let quality, let background):
      try JPEGTileEncoder(quality: quality, background: background, effort: effort)
    case .webp(let quality): try WebPTileEncoder(.lossy(quality: quality), effort: effort)
    case .losslessWebP: try WebPTileEncoder(.lossless, effort: effort)
    }
  }

  /// The library that the bytes of files depend on, with its version.
  package var library: String {
    switch self {
    case .png: LibraryVersions.deflate
    case .jpeg: LibraryVersions.jpeg
    case .webp, .losslessWebP: LibraryVersions.webP
    }
  }
}
