import LayerDocuments
import TileModel

/// The rows of the `metadata` table (MBTiles 1.3, "Metadata").
enum MBTilesMetadata {
  static let layerRow = "tilepyramid"

  static func definition(_ text: String, in path: String) -> FoundDefinition {
    FoundDefinition(path: "\(path), metadata row \(layerRow)", bytes: Array(text.utf8))
  }

  /// In the order written.
  ///
  /// `version` is a number by the specification, hence `major.minor`. `center` follows
  /// ``LayerDefinitionDocument``. A NUL becomes U+FFFD here, since SQLite's text functions end at it.
  static func entries(for definition: LayerDefinition, document: [UInt8]) -> [MetadataEntry] {
    let bounds = GeographicBounds(definition.rasterBounds)
    let center = definition.displayCenter
    let version = (SemanticVersion.numbers(of: definition.version) ?? []).prefix(2)
    var entries = [
      MetadataEntry(name: "name", value: definition.name),
      MetadataEntry(name: "format", value: definition.format.rawValue),
      MetadataEntry(
        name: "bounds",
        // Nanometres, so that corners are those of samples at any zoom.
        value: bounds.edges.map { NumberText.trimmed($0, 13) }.joined(separator: ",")),
      MetadataEntry(
        name: "center",
        value: [
          decimal(center.position.longitude), decimal(center.position.latitude),
          String(center.zoom),
        ].joined(separator: ",")),
      MetadataEntry(name: "minzoom", value: String(definition.minimumZoom)),
      MetadataEntry(name: "maxzoom", value: String(definition.maximumZoom)),
      MetadataEntry(name: "type", value: definition.kind.rawValue),
      MetadataEntry(name: "version", value: version.map(String.init).joined(separator: ".")),
    ]
    if let text = definition.description {
      entries.append(MetadataEntry(name: "description", value: text))
    }
    if let text = definition.attribution {
      entries.append(MetadataEntry(name: "attribution", value: text))
    }
    if let elevation = definition.elevation {
      entries.append(MetadataEntry(name: "encoding", value: elevation.encoding.rawValue))
    }
    entries.append(MetadataEntry(name: layerRow, value: String(decoding: document, as: UTF8.self)))
    return entries.map { entry in
      MetadataEntry(name: entry.name, value: SQLiteLibrary.text(entry.value))
    }
  }

  /// Rounds to 1e-9 degrees (a tenth of a millimetre), without an exponent.
  static func decimal(_ degrees: Double) -> String { NumberText.trimmed(degrees, 9) }
}
