package import TileModel

/// A tile as a store holds it, whatever else is wrong with the store.
package struct StoredTile: Hashable, Sendable {
  /// The address that the store gives it.
  package let coordinate: TileCoordinate
  /// What ``StoredTileReader`` finds the bytes by: a row of the database, or the number of the
  /// extension of a file; -1 for the address alone.
  package let locator: Int

  package init(_ coordinate: TileCoordinate, locator: Int = -1) {
    self.coordinate = coordinate
    self.locator = locator
  }
}

/// Reads the tiles of a store that may be broken; belongs to one thread.
package protocol StoredTileReader: AnyObject {
  /// The bytes of a tile, or `nil` when there is none that can be read as bytes.
  func bytes(of tile: StoredTile) throws(TileStorageError) -> [UInt8]?
}

/// Some oddities of one kind: how many there are, and the first few in words, by their text.
package struct InspectedOddities: Hashable, Sendable {
  /// The most examples that are kept.
  package static let exampleLimit = 100

  /// How many there are.
  package private(set) var count = 0
  /// The first of them, in the order of their characters.
  package private(set) var examples: [String] = []

  package init() {}

  /// Counts one more.
  package mutating func note(_ example: String) {
    count += 1
    if examples.count == Self.exampleLimit {
      guard let last = examples.last, example < last else { return }
      examples.removeLast()
    }
    examples.insert(example, at: examples.firstIndex { example < $0 } ?? examples.count)
  }
}
