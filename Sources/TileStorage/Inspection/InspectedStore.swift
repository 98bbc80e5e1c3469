import TileModel

/// What a store of one format holds, found without trusting any of it.
package protocol InspectedStore: Sendable {
  /// Every tile with an address that exists.
  var tiles: TileIndex { get }
  /// What breaks the rules of the format.
  var faults: [StoreFault] { get }
  /// The names and values stored beside the tiles; `nil` where the format has none, or none can be read.
  var metadata: [StoredMetadataRow]? { get }
  /// What the format asks of ``metadata``.
  var metadataRules: MetadataRules { get }
  /// How rows should be counted, for a store of which all tiles are mirrored.
  var expectedRowOrder: String { get }
  /// Whether the locator of a tile is the number of its extension in `TileFormat.extensions`.
  var namesTileFormats: Bool { get }
  /// Where equal tiles could share their bytes and do not; `nil` where they do or cannot.
  var missedSharing: (location: String, expected: String)? { get }
  /// The tiles of 512 samples beside these; `nil` where the definition states none.
  var retina: (any InspectedStore)? { get }
  /// Opens the store for one thread.
  func makeReader() throws(TileStorageError) -> any StoredTileReader
  /// The position of a tile in words.
  func location(of tile: StoredTile) -> String
  /// What the store says otherwise than a layer definition.
  func differences(from document: LayerDefinitionDocument) -> [DefinitionDifference]
  /// Confirms that every tile could be listed.
  func checkReadable() throws(TileStorageError)
}

extension InspectedStore {
  package var metadata: [StoredMetadataRow]? { nil }
  package var retina: (any InspectedStore)? { nil }
  package var metadataRules: MetadataRules { .mbtiles }
  package var namesTileFormats: Bool { false }
  package var missedSharing: (location: String, expected: String)? { nil }
  package func location(of tile: StoredTile) -> String { "tile \(tile.coordinate)" }
  package func differences(from document: LayerDefinitionDocument) -> [DefinitionDifference] { [] }
}

/// What breaks a rule of verification in a store.
package struct StoreFault: Hashable, Sendable {
  /// The id of the rule, such as `mbtiles.blob`.
  package let rule: String
  /// How often it is broken, at least once for each of ``examples``.
  package let count: Int
  /// What was found, the first of all.
  package let examples: [String]
  /// Where.
  package let location: String
  /// What was expected.
  package let expected: String

  /// A rule that may be broken often; not at all where the count is 0.
  init(_ rule: String, count: Int, examples: [String], at location: String, expected: String) {
    self.rule = rule
    self.count = count
    self.examples = examples
    self.location = location
    self.expected = expected
  }

  /// A rule that is broken once.
  init(_ rule: String, at location: String, found: String, expected: String) {
    self.init(rule, count: 1, examples: [found], at: location, expected: expected)
  }
}

/// One row of metadata as stored; `nil` stands for NULL or for what is not text.
package struct StoredMetadataRow: Hashable, Sendable {
  package let name: String?
  package let value: String?
}

/// What a format asks of the names and values that are stored beside the tiles.
package struct MetadataRules: Sendable {
  /// The names that must be there.
  package let required: [String]
  /// Whether the format of tiles is among them.
  package let statesFormat: Bool
  /// What a version is, in words.
  package let version: String
  /// Whether a text is a version.
  package let isVersion: @Sendable (String) -> Bool

  /// Those of MBTiles 1.3.
  static let mbtiles = MetadataRules(
    required: ["name", "format"], statesFormat: true, version: "a number",
    isVersion: { Double($0) != nil })
  /// Those of PMTiles 3.
  static let pmtiles = MetadataRules(
    required: [], statesFormat: true, version: "a semantic version, such as 1.0.0",
    isVersion: { SemanticVersion.isValid($0) })
  /// Those of GeoPackage 1.3, which has no version of a layer.
  static let geopackage = MetadataRules(
    required: [], statesFormat: false, version: "any text", isVersion: { _ in true })
}

/// Something that a store says otherwise than a layer definition.
package struct DefinitionDifference: Hashable, Sendable {
  package let location: String
  package let found: String
  package let expected: String
}
