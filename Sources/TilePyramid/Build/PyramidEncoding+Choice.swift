public import TileImaging
public import TileModel

/// The formats of tiles by the names that people choose them with.
public enum TileFormatChoice: String, Hashable, Sendable, CaseIterable {
  /// PNG, lossless.
  case png
  /// JPEG, lossy and opaque.
  case jpeg
  /// WebP, lossy unless lossless is asked for.
  case webp
  /// JPEG for opaque tiles and PNG for all others; only in folders.
  case hybrid

  /// What `{ext}` stands for; `nil` where tiles differ in it.
  public var tileFormat: TileFormat? {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webp
    case .hybrid: nil
    }
  }

  /// The qualities that there are; `nil` for a lossless format.
  public var qualities: ClosedRange<Int>? {
    TileCodecs.codec(of: tileFormat ?? .jpeg)?.qualities
  }
}

/// Why settings of formats do not go together.
public enum TileFormatFault: Error, Hashable, Sendable {
  /// The quality is not one of those that there are.
  case quality(Int, allowed: ClosedRange<Int>)
  /// The quality has no effect, and why.
  case qualityWithoutEffect(String)
  /// The wish for no loss has no effect, and why.
  case losslessWithoutEffect(String)
}

extension PyramidEncoding {
  /// The quality where none is given.
  public static let defaultQuality = 80

  /// Puts an encoding together from what people choose.
  ///
  /// - Parameters:
  ///   - choice: The format.
  ///   - quality: The quality; `nil` for ``defaultQuality``, or for a lossless format.
  ///   - isLossless: Whether nothing may be lost, which is a choice for WebP alone.
  ///   - background: What shows where JPEG tiles would be transparent.
  ///   - effort: How hard tiles are compressed.
  /// - Throws: ``TileFormatFault``.
  public init(
    _ choice: TileFormatChoice, quality: Int?, isLossless: Bool, background: OpaqueColor,
    effort: EncodingEffort
  ) throws(TileFormatFault) {
    if isLossless, choice != .webp {
      throw .losslessWithoutEffect(
        choice == .png ? "PNG loses nothing" : "JPEG is always lossy; `format` webp need not be")
    }
    if isLossless, quality != nil { throw .qualityWithoutEffect("lossless tiles have none") }
    if let quality {
      guard let qualities = choice.qualities else {
        throw .qualityWithoutEffect("PNG loses nothing")
      }
      guard qualities.contains(quality) else { throw .quality(quality, allowed: qualities) }
    }
    let quality = quality ?? Self.defaultQuality
    switch choice {
    case .png: self.init(.png, effort: effort)
    case .jpeg: self.init(.jpeg(quality: quality, background: background), effort: effort)
    case .webp: self.init(isLossless ? .losslessWebP : .webp(quality: quality), effort: effort)
    case .hybrid: self = .hybrid(quality: quality, effort: effort)
    }
  }

  /// The format of tiles that are not opaque.
  public var baseFormat: TileFormat { other.format }

  /// What shows where transparency is lost; `nil` when none is.
  public var background: OpaqueColor? { other.background }

  /// The formats and qualities in words.
  public var description: String {
    isHybrid ? "\(opaque.words) where opaque, else \(other.words)" : other.words
  }
}

extension TileEncoding {
  fileprivate var words: String {
    let title = format.details?.title ?? format.rawValue
    if let quality { return "\(title) of quality \(quality)" }
    return TileCodecs.codec(of: format)?.qualities == nil ? title : "lossless \(title)"
  }
}
