import TileModel

/// Which tiles of a layer have another format than most.
struct FormatTable {
  /// The format.
  let format: TileFormat
  /// Its tiles.
  let table: CoverageTable

  /// The format's name as people write it, such as `JPEG`.
  var title: String { format.details?.title ?? format.rawValue }
  /// The name as a word in identifiers of languages that spell acronyms as words, such as `Jpeg`.
  var word: String { title.prefix(1).uppercased() + title.dropFirst().lowercased() }
  /// The extension of files.
  var fileExtension: String { format.rawValue }
  /// What the lookup in generated code tells.
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

extension ClientLayer {
  /// The expression that chooses the extension of a tile's file.
  ///
  /// - Parameters:
  ///   - quote: What begins a literal.
  ///   - choose: The beginning of a conditional expression, up to the place of the value for other
  ///     tiles: of a format and its quoted extension.
  /// - Returns: The expression.
  func fileExtension(
    quote: String = "\"", _ choose: (_ format: FormatTable, _ value: String) -> String
  ) -> String {
    func quoted(_ text: String) -> String { "\(quote)\(text)\"" }
    return otherFormats.map { choose($0, quoted($0.fileExtension)) }.joined()
      + quoted(definition.format.rawValue)
  }
}

extension ClientRequest {
  /// The formats that tiles of some layers have besides their layer's own.
  var otherFormats: [TileFormatDescription] {
    TileFormatDescription.all.filter { known in
      layers.contains { layer in layer.otherFormats.contains { $0.format == known.format } }
    }
  }
}
