package import TileModel

/// A tile as a store holds it, whatever the store's faults.
package struct StoredTile: Hashable, Sendable {
  package let coordinate: TileCoordinate
  /// A row id, or the index of a file's extension; -1 for the address alone.
  package let locator: Int

  package init(_ coordinate: TileCoordinate, locator: Int = -1) {
    self.coordinate = coordinate
    self.locator = locator
  }
}

/// Reads tiles of a possibly broken store; belongs to one thread.
package protocol StoredTileReader: AnyObject {
  func bytes(of tile: StoredTile) throws(TileStorageError) -> [UInt8]?
}

/// Count and first examples of one kind of oddity.
package struct InspectedOddities: Hashable, Sendable {
  package static let exampleLimit = 100

  package private(set) var count = 0
  package private(set) var examples: [String] = []

  package init() {}

  package mutating func note(_ example: String) {
    count += 1
    if examples.count == Self.exampleLimit {
      guard let last = examples.last, example < last else { return }
      examples.removeLast()
    }
    examples.insert(example, at: examples.firstIndex { example < $0 } ?? examples.count)
  }
}
