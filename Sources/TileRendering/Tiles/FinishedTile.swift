package import TileModel

/// A finished tile of a band, with its addresses.
package struct FinishedTile {
  package var tile: RenderedTile
  /// `nil` for a metatile whose quarters alone are written.
  package var address: TileCoordinate?
  /// Addresses of a metatile's quarters, row by row from the north-west, `nil` for unwritten ones;
  /// empty for an undivided tile.
  package var quarters: [TileCoordinate?] = []
  package var exchangesHalves = false

  /// True for 2 × 2 tiles of one zoom, which together are the retina tile of the zoom above.
  var isMetatile: Bool { !quarters.isEmpty }

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
  package func quarter(_ index: Int, side: Int, pool: TileBufferPool) -> RenderedTile {
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
