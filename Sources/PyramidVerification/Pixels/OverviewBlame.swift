import TileModel

/// Decides which tile is at fault where an overview and tiles under it differ.
struct OverviewBlame {
  private let overviews: Set<TileCoordinate>
  /// The tiles found to be at fault.
  private(set) var faulty: Set<TileCoordinate> = []

  /// Creates a decision about these overviews, none of which has been judged.
  init(overviews: [TileCoordinate]) { self.overviews = Set(overviews) }

  /// Judges one overview; those of deeper zooms must have been judged.
  ///
  /// - Parameters:
  ///   - tile: The overview.
  ///   - differs: For each quadrant whether it differs from the tile below; `nil` where that is not
  ///     known.
  /// - Returns: The tile at fault, the overview or one below, and the quadrants that differ; `nil` when
  ///   all agree, but for tiles found to be at fault before.
  mutating func judge(
    _ tile: TileCoordinate, _ differs: [Bool?]
  ) -> (tile: TileCoordinate, quadrants: [Int])? {
    let children = tile.children
    let known = differs.indices.filter { differs[$0] != nil && !faulty.contains(children[$0]) }
    let bad = known.filter { differs[$0] ?? false }
    guard let first = bad.first else { return nil }
    // One tile that does not fit an overview which fits all others is at fault itself, unless the
    // tiles under it agree with it.
    let isChild =
      bad.count == 1 && known.count > 1 && !overviews.contains(children[first])
    let culprit = isChild ? children[first] : tile
    faulty.insert(culprit)
    return (culprit, bad)
  }
}
