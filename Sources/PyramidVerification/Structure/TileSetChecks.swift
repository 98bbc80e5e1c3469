import TileModel
import TileStorage

/// Compares the set of tiles with the promised one.
struct TileSetChecks {
  let inspection: StoreInspection
  let index: TileIndex
  let definition: LayerDefinition?
  let bounds: GeographicBounds?
  let collector: FindingCollector

  func run() {
    if index.count == 0 {
      collector.add(.tilesNone, at: "the store", found: "no tile", expected: "at least one")
    }
    for tile in index.duplicates {
      collector.add(
        .addressUnique, at: inspection.contents.location(of: tile), tile: tile.coordinate,
        found: "another tile at \(tile.coordinate)", expected: "one tile at an address")
    }
    if let definition {
      compare(with: definition.coverage)
    } else if let bounds {
      compare(with: bounds)
    }
  }

  private func compare(with coverage: TileCoverage) {
    var (inside, insideFlipped, outside) = (0, 0, 0)
    for zoom in index.zooms {
      let level = coverage.level(atZoom: zoom)
      for entry in index.entries(atZoom: zoom) {
        let tile = TileIndex.coordinate(zoom, entry.key)
        if level?.contains(x: tile.x, y: tile.tmsRow) ?? false { insideFlipped += 1 }
        if level?.contains(x: tile.x, y: tile.y) ?? false {
          inside += 1
        } else {
          outside += 1
          report(
            .tilesExtra, StoredTile(tile, locator: entry.locator),
            found: "a tile that the layer definition does not list", expected: "no tile")
        }
      }
    }
    for tile in coverage.tiles where !index.contains(tile) {
      collector.add(
        .tilesMissing, at: "tile \(tile)", tile: tile, found: "no tile",
        expected: "a tile, as the layer definition lists")
    }
    judgeFlip(inside: inside, flipped: insideFlipped, by: "the layer definition")
  }

  private func compare(with bounds: GeographicBounds) {
    let grid = TileGrid()
    var (inside, insideFlipped) = (0, 0)
    var first: TileCoordinate?
    // Two samples are less than anyone sees, and more than bounds in few digits are off.
    let ranges = (0...TileCoordinate.maximumZoom).map { zoom in
      bounds.mercatorBounds.map { grid.tiles(covering: $0, atZoom: zoom, tolerance: -2) }
    }
    for stored in index {
      let tile = stored.coordinate
      let flipped = TileCoordinate(unchecked: tile.zoom, x: tile.x, y: tile.tmsRow)
      if ranges[tile.zoom].contains(where: { $0.contains(flipped) }) { insideFlipped += 1 }
      if ranges[tile.zoom].contains(where: { $0.contains(tile) }) {
        inside += 1
      } else if first == nil {
        first = tile
      }
    }
    if inside == 0, insideFlipped < index.count, let first {
      // Bounds of another area are one fault, not one for each tile.
      return collector.add(
        .metadataBounds, at: "metadata row bounds",
        found: "none of the \(index.count) tiles is in the bounds",
        expected: "bounds that hold the tiles, such as \(first)")
    }
    if inside < index.count {
      for tile in index
      where !ranges[tile.coordinate.zoom].contains(where: { $0.contains(tile.coordinate) }) {
        report(
          .tilesOutside, tile, found: "a tile outside the bounds of metadata",
          expected: "bounds that cover all tiles")
      }
    }
    judgeFlip(inside: inside, flipped: insideFlipped, by: "the bounds")
  }

  private func judgeFlip(inside: Int, flipped: Int, by witness: String) {
    guard flipped == index.count, inside * 2 < index.count else { return }
    reportFlip("all tiles are outside what \(witness) promises, and inside when mirrored")
  }

  func reportOrder(_ order: OverviewLedger.Order, found: String) {
    switch order {
    case .straight: break
    case .flipped: reportFlip(found + " only when those are exchanged, north for south")
    case .transposed:
      dropConsequences()
      collector.add(
        .tilesTransposed, at: "the store",
        found: found + " only when their columns and rows are exchanged",
        expected: "the column before the row, as in z/x/y; some programs write z/y/x")
    }
  }

  private func reportFlip(_ found: String) {
    dropConsequences()
    collector.add(
      .tilesFlipped, at: "the store", found: found, expected: inspection.contents.expectedRowOrder)
  }

  private func dropConsequences() {
    collector.drop([
      .tilesMissing, .tilesExtra, .tilesOutside, .tilesGap, .overviewHole, .overviewStale,
      .overviewExact, .overviewShift, .overviewOutlier, .overviewDrift,
    ])
  }

  private func report(
    _ rule: VerificationRule, _ tile: StoredTile, found: String, expected: String
  ) {
    collector.add(
      rule, at: inspection.contents.location(of: tile), tile: tile.coordinate, found: found,
      expected: expected)
  }
}
