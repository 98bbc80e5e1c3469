package import LayerDocuments

/// Contents of a store of one format, read without trusting it.
package protocol InspectedStore: Sendable {
  var tiles: TileIndex { get }
  var faults: [StoreFault] { get }
  var metadata: [StoredMetadataRow]? { get }
  var metadataRules: MetadataRules { get }
  var expectedRowOrder: String { get }
  /// True if a tile's locator is the index of its extension in `TileFormat.extensions`.
  var namesTileFormats: Bool { get }
  var missedSharing: (location: String, expected: String)? { get }
  var retina: (any InspectedStore)? { get }
  /// Opens the store for one thread.
  func makeReader() throws(TileStorageError) -> any StoredTileReader
  func location(of tile: StoredTile) -> String
  /// The width of a zoom's tiles in samples, as the store states it.
  func tileWidth(atZoom zoom: Int) -> Int?
  func differences(from document: LayerDefinitionDocument) -> [DefinitionDifference]
  func checkReadable() throws(TileStorageError)
}

extension InspectedStore {
  package var metadata: [StoredMetadataRow]? { nil }
  package var retina: (any InspectedStore)? { nil }
  package var metadataRules: MetadataRules { .mbtiles }
  package var namesTileFormats: Bool { false }
  package var missedSharing: (location: String, expected: String)? { nil }
  package func tileWidth(atZoom zoom: Int) -> Int? { nil }
  package func location(of tile: StoredTile) -> String { "tile \(tile.coordinate)" }
  package func differences(from document: LayerDefinitionDocument) -> [DefinitionDifference] { [] }
}

/// A violation of a verification rule in a store.
package struct StoreFault: Hashable, Sendable {
  /// The id of the rule, such as `mbtiles.blob`.
  package let rule: String
  package let count: Int
  package let examples: [String]
  package let location: String
  package let expected: String

  init(_ rule: String, count: Int, examples: [String], at location: String, expected: String) {
    self.rule = rule
    self.count = count
    self.examples = examples
    self.location = location
    self.expected = expected
  }

  init(_ rule: String, at location: String, found: String, expected: String) {
    self.init(rule, count: 1, examples: [found], at: location, expected: expected)
  }
}

/// One row of metadata as stored; `nil` stands for NULL and for anything but text.
package struct StoredMetadataRow: Hashable, Sendable {
  package let name: String?
  package let value: String?
}

/// A format's rules for its metadata.
package struct MetadataRules: Sendable {
  package let required: [String]
  package let statesFormat: Bool
  package let version: String
  package let isVersion: @Sendable (String) -> Bool

  static let mbtiles = MetadataRules(
    required: ["name", "format"], statesFormat: true, version: "a number",
    isVersion: { Double($0) != nil })
  static let pmtiles = MetadataRules(
    required: [], statesFormat: true, version: "a semantic version, such as 1.0.0",
    isVersion: { SemanticVersion.isValid($0) })
  /// GeoPackage 1.3, which has no version of a layer.
  static let geopackage = MetadataRules(
    required: [], statesFormat: false, version: "any text", isVersion: { _ in true })
}

/// A contradiction between a store and its layer definition.
package struct DefinitionDifference: Hashable, Sendable {
  package let location: String
  package let found: String
  package let expected: String
}
