/// What is known of a tile format without decoding a tile.
///
/// The formats that this package reads and writes are those of ``all``; a description and a codec
/// (`TileCodec` in `TileImaging`) are all that a format needs.
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
  /// The number in the journals of unfinished builds, at least 1, which no other format has or had.
  package let journalNumber: UInt8
  /// The first bytes of every file.
  package let signature: ByteSignature

  /// Every known format, in the order in which extensions are looked for.
  public static let all: [TileFormatDescription] = [.png, .jpeg, .webp, .avif]

  /// The titles of all of them in a sentence, such as `PNG, JPEG or WebP`.
  package static let titles = all.map(\.title).alternatives
}

extension TileFormat {
  /// How many leading bytes are enough to tell a format.
  package static let signatureLength =
    TileFormatDescription.all.map(\.signature.length).max() ?? 0

  /// The extensions under which tiles are found, in lower case and without a dot.
  package static let extensions = TileFormatDescription.all.flatMap(\.extensions)

  /// What is known of the format; `nil` for one that this package neither reads nor writes.
  public var details: TileFormatDescription? {
    TileFormatDescription.all.first { $0.format == self }
  }

  /// The format that an extension means, known or not.
  package init(extension name: String) {
    let known = TileFormatDescription.all.first { $0.extensions.contains(name) }
    self = known?.format ?? TileFormat(rawValue: name)
  }

  /// The format that stated metadata mean: a name, an extension or a media type, in any case.
  package init?(stated text: String) {
    let text = text.lowercased()
    guard !text.isEmpty else { return nil }
    let known = TileFormatDescription.all.first {
      $0.extensions.contains(text) || $0.mediaTypes.contains(text)
    }
    self = known?.format ?? TileFormat(rawValue: text)
  }

  /// The format whose signature begins `bytes`; `nil` when it is none of the known ones.
  package init?(signatureOf bytes: [UInt8]) {
    guard let known = TileFormatDescription.all.first(where: { $0.signature.begins(bytes) }) else {
      return nil
    }
    self = known.format
  }
}
