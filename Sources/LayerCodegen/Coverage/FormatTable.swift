import TileModel

/// Which tiles of a layer have another format than most.
struct FormatTable {
  let format: TileFormat
  /// Its tiles.
  let table: CoverageTable

  /// The format's name as people write it, such as `JPEG`.
  var title: String { format.details?.title ?? format.rawValue }
  /// The name as a word in identifiers of languages that spell acronyms as words, such as `Jpeg`.
  var word: String { title.prefix(1).uppercased() + title.dropFirst().lowercased() }
  var fileExtension: String { format.rawValue }
  /// What the lookup in generated code returns.
  var comment: String { "Whether there is a tile and it is \(title); the others are PNG." }

  /// The formats of a hybrid layer besides its own, in the order of the table of formats.
  static func all(of layer: LayerDefinition) -> [FormatTable] {
    TileFormatDescription.all.compactMap { known in
      layer.formatCoverage[known.format].map {
        FormatTable(format: known.format, table: CoverageTable($0))
      }
    }
  }
}
