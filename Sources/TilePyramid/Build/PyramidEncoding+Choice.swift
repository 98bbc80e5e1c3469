public import TileImaging
public import TileModel

/// A format of tiles by the name that people choose it with: one of the table of formats, or a
/// mixture of two.
public struct TileFormatChoice: RawRepresentable, Hashable, Sendable, CaseIterable {
  /// The name, such as `jpeg`.
  public let rawValue: String
  /// The format named by `{ext}`; `nil` for a mixture.
  public let tileFormat: TileFormat?

  /// PNG, lossless.
  public static let png = TileFormatChoice(.png)
  /// JPEG, lossy and opaque.
  public static let jpeg = TileFormatChoice(.jpeg)
  /// WebP, lossy unless lossless is requested.
  public static let webp = TileFormatChoice(.webp)
  /// AVIF, lossy.
  public static let avif = TileFormatChoice(.avif)
  /// JPEG for opaque tiles and PNG for all others; only in folders.
  public static let hybrid = TileFormatChoice(name: "hybrid", tileFormat: nil)

  /// The formats in the order of the table, then the mixture.
  public static let allCases = TileFormatDescription.all.map(TileFormatChoice.init) + [hybrid]

  /// The choice of a name; `nil` for a name that is none.
  public init?(rawValue: String) {
    guard let choice = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = choice
  }

  package init(_ description: TileFormatDescription) {
    self.init(name: description.name, tileFormat: description.format)
  }

  private init(name: String, tileFormat: TileFormat?) {
    rawValue = name
    self.tileFormat = tileFormat
  }

  fileprivate var losslessReason: String {
    switch self {
    case .png: "PNG loses nothing"
    case .avif: "lossless AVIF is larger than lossless WebP: give `format` webp `lossless`"
    default: "JPEG is always lossy; `format` webp need not be"
    }
  }

  /// The range of qualities; `nil` for a lossless format.
  public var qualities: ClosedRange<Int>? {
    TileCodecs.codec(of: tileFormat ?? .jpeg)?.qualities
  }
}

/// A conflict between settings of formats.
public enum TileFormatFault: Error, Hashable, Sendable {
  /// The quality is out of range.
  case quality(Int, allowed: ClosedRange<Int>)
  /// The quality has no effect, and why.
  case qualityWithoutEffect(String)
  /// The wish for no loss has no effect, and why.
  case losslessWithoutEffect(String)
}

extension PyramidEncoding {
  /// The quality where none is given.
  public static let defaultQuality = 80

  /// Creates an encoding from the choices of a user.
  ///
  /// - Parameters:
  ///   - choice: The format.
  ///   - quality: The quality; `nil` for ``defaultQuality``, or for a lossless format.
  ///   - isLossless: Whether nothing may be lost, which is a choice for WebP alone.
  ///   - background: The colour behind transparent pixels of JPEG tiles.
  ///   - effort: The effort of compression.
  /// - Throws: ``TileFormatFault``.
  public init(
    _ choice: TileFormatChoice, quality: Int?, isLossless: Bool, background: OpaqueColor,
    effort: EncodingEffort
  ) throws(TileFormatFault) {
    if isLossless, choice != .webp {
      throw .losslessWithoutEffect(choice.losslessReason)
    }
    if isLossless, quality != nil { throw .qualityWithoutEffect("lossless tiles have none") }
    if let quality {
      guard let qualities = choice.qualities else {
        throw .qualityWithoutEffect("PNG loses nothing")
      }
      guard qualities.contains(quality) else { throw .quality(quality, allowed: qualities) }
    }
    let quality = quality ?? Self.defaultQuality
    guard let format = choice.tileFormat else {
      self = .hybrid(quality: quality, effort: effort)
      return
    }
    let encoding = TileCodecs.encoding(
      of: format, quality: isLossless ? nil : quality, background: background)
    self.init(encoding, effort: effort)
  }

  /// The format of tiles that are not opaque.
  public var baseFormat: TileFormat { other.format }

  /// The colour behind pixels that lose transparency; `nil` when none do.
  public var background: OpaqueColor? { other.background }

  /// The formats and qualities in words.
  public var description: String {
    if let elevation { return "\(other.words), heights as \(elevation.encoding.rawValue)" }
    return isHybrid ? "\(opaque.words) where opaque, else \(other.words)" : other.words
  }
}

extension TileEncoding {
  fileprivate var words: String {
    let title = format.details?.title ?? format.rawValue
    if let quality { return "\(title) of quality \(quality)" }
    return TileCodecs.codec(of: format)?.qualities == nil ? title : "lossless \(title)"
  }
}
