import TileModel
import TileStorage

/// Looks for missing zooms and tiles below others that show something, where no layer definition lists
/// them.
struct GapChecks {
  /// The fraction of shown addresses with tiles from which on the others count as missing.
  private static let completeFraction = 0.75

  let index: TileIndex
  let bounds: GeographicBounds?
  let shown: [Int: ShownAddresses]
  let collector: FindingCollector

  func run() {
    let zooms = index.zooms
    for (zoom, next) in zip(zooms, zooms.dropFirst()) where next > zoom + 1 {
      for missing in (zoom + 1)..<next {
        collector.add(
          .tilesGap, at: "zoom \(missing)", found: "no tile at zoom \(missing)",
          expected: "tiles between those of zooms \(zoom) and \(next)")
      }
    }
    for zoom in zooms {
      guard let shown = shown[zoom], let above = zooms.last(where: { $0 < zoom }) else { continue }
      var missing: Set<TileCoordinate> = []
      let certain = shown.empty.filter(\.isCertain)
      if Double(certain.count) <= (1 - Self.completeFraction) * Double(certain.count + shown.filled)
      {
        missing.formUnion(certain.map(\.tile))
      }
      let range = filledRange(zoom)
      for location in shown.empty {
        let sides = Self.neighbours(of: location.tile).count { index.contains($0) }
        if sides >= 3 || range?.contains(location.tile) ?? false { missing.insert(location.tile) }
      }
      for tile in missing {
        collector.add(
          .tilesGap, at: "tile \(tile)", tile: tile, found: "no tile",
          expected: "a tile, as around it and at zoom \(above)")
      }
    }
  }

  private func filledRange(_ zoom: Int) -> TileRange? {
    guard let bounds, bounds.west < bounds.east, let area = bounds.mercatorBounds.first else {
      return nil
    }
    let range = TileGrid().tiles(covering: area, atZoom: zoom, tolerance: 1)
    return index.count(atZoom: zoom) * 10 >= range.count * 9 ? range : nil
  }

  private static func neighbours(of tile: TileCoordinate) -> [TileCoordinate] {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].compactMap { x, y in
      TileCoordinate(zoom: tile.zoom, x: tile.x + x, y: tile.y + y)
    }
  }
}
