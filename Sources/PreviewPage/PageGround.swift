package import TileModel

/// Maps and outlines beneath the layers of a page.
package struct PageGround: Hashable, Sendable {
  /// Values that the page's script reads.
  package let values: [JSONValue]
  /// The origins from which a browser loads tiles of them.
  package let origins: [String]

  /// Puts them together.
  package init(values: [JSONValue], origins: [String]) {
    (self.values, self.origins) = (values, origins)
  }
}
