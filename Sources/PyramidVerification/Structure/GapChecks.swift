import TileModel

/// Looks for tiles that are missing from the midst of a zoom, where no layer definition lists them.
struct GapChecks {
  let index: TileIndex
  let bounds: GeographicBounds?
  let collector: FindingCollector

  /// Reports every gap.
  ///
  /// A zoom may be sparse. A tile counts as missing when the zoom fills nine tenths of the bounds, or
  /// when tiles lie on at least three sides of it; and when a tile of the zoom above is there.
  func run() {
    for zoom in index.zooms.dropFirst() where !index.levels[zoom - 1].isEmpty {
      let range = expectedRange(zoom)
      var candidates: Set<TileCoordinate> = []
      if let range, range.count <= 2 * index.levels[zoom].count,
        index.levels[zoom].count * 10 >= range.count * 9
      {
        candidates.formUnion(range.filter { !index.contains($0) })
      }
      for entry in index.levels[zoom] {
        let tile = TileIndex.coordinate(zoom, entry.key)
        for neighbour in Self.neighbours(of: tile) where !index.contains(neighbour) {
          let sides = Self.neighbours(of: neighbour).count { index.contains($0) }
          if sides >= 3 { candidates.insert(neighbour) }
        }
      }
      for tile in candidates {
        guard let parent = tile.parent, index.contains(parent) else { continue }
        collector.add(
          .tilesGap, at: "tile \(tile)", tile: tile, found: "no tile",
          expected: "a tile, as around it and at zoom \(zoom - 1)")
      }
    }
  }

  private func expectedRange(_ zoom: Int) -> TileRange? {
    guard let bounds, bounds.west < bounds.east, let area = bounds.mercatorBounds.first else {
      return nil
    }
    return TileGrid().tiles(covering: area, atZoom: zoom, tolerance: 1)
  }

  private static func neighbours(of tile: TileCoordinate) -> [TileCoordinate] {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].compactMap { x, y in
      TileCoordinate(zoom: tile.zoom, x: tile.x + x, y: tile.y + y)
    }
  }
}
