package import TileModel

/// A finished tile of a band, and where it is written.
package struct FinishedTile {
  /// The samples.
  package var tile: RenderedTile
  /// The address; `nil` for a metatile of which only the quarters are written.
  package var address: TileCoordinate?
  /// Of a metatile, the addresses of the tiles that it is cut into, row by row from the north-west, `nil`
  /// where none is written; empty for a tile that is not cut.
  package var quarters: [TileCoordinate?] = []
  /// Whether the halves of a tile of zoom 0 are exchanged.
  var exchangesHalves = false

  /// Whether it is 2 × 2 tiles of one zoom, which as a whole are the retina tile of the zoom above.
  var isMetatile: Bool { !quarters.isEmpty }

  /// What is left of it where some addresses are not written; `nil` for nothing.
  func keeping(_ isWritten: (TileCoordinate, _ isRetina: Bool) -> Bool) -> FinishedTile? {
    var kept = self
    kept.address = address.flatMap { isWritten($0, isMetatile) ? $0 : nil }
    kept.quarters = quarters.map { quarter in
      quarter.flatMap { isWritten($0, false) ? $0 : nil }
    }
    return kept.address == nil && kept.quarters.allSatisfy { $0 == nil } ? nil : kept
  }
}

extension RenderedTile {
  func quarter(_ index: Int, side: Int, pool: TileBufferPool) -> RenderedTile {
    guard case .samples(let whole) = self else { return self }
    let buffer = pool.take()
    let first = whole.words + (index / 2 * 2 * side + index % 2) * side
    for row in 0..<side {
      (buffer.words + row * side).update(from: first + row * 2 * side, count: side)
    }
    return RenderedTile(simplifying: buffer, pool: pool)
  }
}

extension RenderStep {
  /// A tile with its address; `nil` for one that is left out, or of which there is none.
  func placed(_ tile: RenderedTile, zoom: Int, column: Int, row: Int) -> FinishedTile? {
    if case .uniform(0) = tile, !options.keepsEmptyTiles { return nil }
    guard options.makesRetinaTiles else {
      return frame.gridShift.address(zoom: zoom, column: column, row: row).map {
        FinishedTile(
          tile: tile, address: $0, exchangesHalves: frame.gridShift.exchangesHalves(atZoom: zoom))
      }
    }
    let deepest = frame.deepest.range
    let tiles = deepest.ancestor(levels: deepest.zoom - zoom)
    let quarters = [(0, 0), (1, 0), (0, 1), (1, 1)].map { x, y -> TileCoordinate? in
      let (column, row) = (2 * column + x, 2 * row + y)
      guard tiles.x.contains(column), tiles.y.contains(row) else { return nil }
      return frame.gridShift.address(zoom: zoom, column: column, row: row)
    }
    return FinishedTile(
      tile: tile,
      address: zoom > frame.levels[0].zoom
        ? frame.gridShift.address(zoom: zoom - 1, column: column, row: row) : nil,
      quarters: quarters, exchangesHalves: frame.gridShift.exchangesHalves(atZoom: 0))
  }
}
