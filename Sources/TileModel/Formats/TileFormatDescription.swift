/// The properties of a tile format that need no decoding.
///
/// This package reads and writes the formats of ``all``, each with a `TileCodec` of `TileImaging`.
public struct TileFormatDescription: Sendable {
  /// The format.
  public let format: TileFormat
  /// The name in texts for people, such as `JPEG`.
  public let title: String
  /// The name that people choose it by, such as `jpeg`.
  public let name: String
  /// The extensions of files, in lower case; new files have the first, which is the format's raw value.
  public let extensions: [String]
  /// The media types; the first is the registered one, and the others are met in metadata.
  public let mediaTypes: [String]
  /// Whether tiles can be transparent.
  public let holdsAlpha: Bool
  /// Unique number in the journals of unfinished builds, at least 1, never used again.
  package let journalNumber: UInt8
  package let signature: ByteSignature

  /// Every known format, in the order in which extensions are tried.
  public static let all: [TileFormatDescription] = [.png, .jpeg, .webp, .avif]

  /// The titles in a sentence, such as `PNG, JPEG or WebP`.
  package static let titles = all.map(\.title).alternatives
}

extension TileFormat {
  /// File extensions of tiles, in lower case and without a dot.
  package static let extensions = TileFormatDescription.all.flatMap(\.extensions)

  /// The description of the format; `nil` for one that this package neither reads nor writes.
  public var details: TileFormatDescription? {
    TileFormatDescription.all.first { $0.format == self }
  }

  package init(extension name: String) {
    let known = TileFormatDescription.all.first { $0.extensions.contains(name) }
    self = known?.format ?? TileFormat(rawValue: name)
  }

  /// The format of a name, an extension or a media type in any case, as metadata state it.
  package init?(stated text: String) {
    let text = text.lowercased()
    guard !text.isEmpty else { return nil }
    let known = TileFormatDescription.all.first {
      $0.extensions.contains(text) || $0.mediaTypes.contains(text)
    }
    self = known?.format ?? TileFormat(rawValue: text)
  }

  package init?(signatureOf bytes: [UInt8]) {
    guard let known = TileFormatDescription.all.first(where: { $0.signature.begins(bytes) }) else {
      return nil
    }
    self = known.format
  }
}
