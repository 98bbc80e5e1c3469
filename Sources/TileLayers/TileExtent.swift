public import TileModel

/// Known limits of a layer's tiles.
///
/// Tiles outside are never requested.
public enum TileExtent: Hashable, Sendable {
  /// Exactly these tiles exist.
  case exactly(TileCoverage)
  /// Tiles may exist at these levels where they meet these bounds, or anywhere when there are none.
  case within(zooms: ClosedRange<Int>, bounds: GeographicBounds?)

  /// Every address of every level.
  public static let everywhere = TileExtent.within(
    zooms: 0...TileCoordinate.maximumZoom, bounds: nil)

  /// The shallowest and the deepest level that can have tiles, `nil` when no level has any.
  public var zooms: ClosedRange<Int>? {
    switch self {
    case .within(let zooms, _): zooms
    case .exactly(let coverage):
      if let first = coverage.levels.first, let last = coverage.levels.last {
        first.zoom...last.zoom
      } else {
        nil
      }
    }
  }

  /// Whether there can be a tile at an address.
  public func contains(_ tile: TileCoordinate) -> Bool {
    switch self {
    case .exactly(let coverage): coverage.contains(tile)
    case .within(let zooms, let bounds):
      zooms.contains(tile.zoom)
        && (bounds?.mercatorBounds.contains {
          TileGrid().tiles(covering: $0, atZoom: tile.zoom).contains(tile)
        } ?? true)
    }
  }

  func ends(at tile: TileCoordinate) -> Bool {
    switch self {
    case .exactly(let coverage): !tile.children.contains(where: coverage.contains)
    case .within(let zooms, _): tile.zoom == zooms.upperBound
    }
  }
}
