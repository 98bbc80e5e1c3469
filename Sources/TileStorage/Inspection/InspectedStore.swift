import TileModel

/// What a store of one format holds, found without trusting any of it.
package protocol InspectedStore: Sendable {
  /// Every tile with an address that exists.
  var tiles: TileIndex { get }
  /// What breaks the rules of the format.
  var faults: [StoreFault] { get }
  /// The names and values stored beside the tiles; `nil` where the format has none, or none can be read.
  var metadata: [StoredMetadataRow]? { get }
  /// How rows should be counted, for a store of which all tiles are mirrored.
  var expectedRowOrder: String { get }
  /// Whether the locator of a tile is the number of its extension in `TileFormat.extensions`.
  var namesTileFormats: Bool { get }
  /// Where equal tiles could share their bytes and do not; `nil` where they do or cannot.
  var missedSharing: (location: String, expected: String)? { get }
  /// Opens the store for one thread.
  func makeReader() throws(TileStorageError) -> any StoredTileReader
  /// The position of a tile in words.
  func location(of tile: StoredTile) -> String
  /// What the store says otherwise than a layer definition.
  func differences(from document: LayerDefinitionDocument) -> [DefinitionDifference]
  /// Confirms that every tile could be listed.
  ///
  /// - Throws: ``TileStorageError`` with the first reason why not.
  func checkReadable() throws(TileStorageError)
}

extension InspectedStore {
  package var metadata: [StoredMetadataRow]? { nil }
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

/// Something that a store says otherwise than a layer definition.
package struct DefinitionDifference: Hashable, Sendable {
  package let location: String
  package let found: String
  package let expected: String
}
