import Platform
import TileModel

/// Metadata of a GeoPackage.
enum GeoPackageMetadata {
  static let table = "tiles"
  static let layerRow = "tilepyramid"
  /// `md_standard_uri` of the layer definition.
  static let standard = "urn:tilepyramid:layer-definition"

  static func entries(
    identifier: String?, summary: String?, area: MercatorBounds?, document: String?
  ) -> [MetadataEntry] {
    var entries: [MetadataEntry] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { entries.append(MetadataEntry(name: name, value: value)) }
    }
    add("name", identifier)
    add("description", summary)
    if let area {
      add(
        "bounds",
        GeographicBounds(area).edges.map { NumberText.trimmed($0, 7) }.joined(separator: ","))
    }
    add(layerRow, document)
    return entries
  }

  static func entries(for definition: LayerDefinition, document: [UInt8]) -> [MetadataEntry] {
    entries(
      identifier: identifier(of: definition),
      summary: definition.description.map(SQLiteLibrary.text), area: definition.rasterBounds,
      document: String(decoding: document, as: UTF8.self))
  }

  static func identifier(of definition: LayerDefinition) -> String {
    definition.name.isEmpty ? table : SQLiteLibrary.text(definition.name)
  }

  static func definition(_ text: String, in path: String) -> FoundDefinition {
    FoundDefinition(path: "\(path), gpkg_metadata", bytes: Array(text.utf8))
  }

  static func document(
    in connection: SQLiteConnection, bounds: DatabaseBounds
  ) throws(TileStorageError) -> String? {
    guard try !DatabaseInspection.columns(of: "gpkg_metadata", in: connection).isEmpty else {
      return nil
    }
    let rows = try connection.prepare(
      "SELECT metadata FROM gpkg_metadata WHERE md_standard_uri = ? ORDER BY id LIMIT 1")
    rows.bind(standard)
    connection.allowScan()
    guard try rows.step(), let text = try rows.text(0), !text.isEmpty else { return nil }
    guard text.utf8.count <= bounds.valueByteCount else {
      throw bounds.tooMuchMetadata(path: connection.path)
    }
    return text
  }
}
