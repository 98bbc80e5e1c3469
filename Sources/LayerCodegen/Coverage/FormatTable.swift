import TileModel

/// The tiles of a layer in a format other than its own.
struct FormatTable {
  let format: TileFormat
  let table: CoverageTable

  var title: String { format.details?.title ?? format.rawValue }
  /// The name in identifiers of languages that spell acronyms as words, such as `Jpeg`.
  var word: String { title.prefix(1).uppercased() + title.dropFirst().lowercased() }
  var fileExtension: String { format.rawValue }
  var comment: String { "Whether there is a tile and it is \(title); the others are PNG." }

  static func all(of layer: LayerDefinition) -> [FormatTable] {
    TileFormatDescription.all.compactMap { known in
      layer.formatCoverage[known.format].map {
        FormatTable(format: known.format, table: CoverageTable($0))
      }
    }
  }
}
