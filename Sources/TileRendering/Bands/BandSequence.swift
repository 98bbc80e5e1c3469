import TileModel

/// The bands of a step in their order, with the finished tiles of each.
package final class BandSequence {
  package let levels: BandLevels
  private let step: RenderStep
  private let zooms: [PyramidLevel]
  private let pool: TileBufferPool
  private let planes: (any BlockPlanes)?
  /// First of the current bands, which are rows of tiles of the deepest zoom.
  package private(set) var band: Int
  private var nextPart = 0
  private var waiting: [Int: [BandLevels.Tile]] = [:]

  package init(
    step: RenderStep, pool: TileBufferPool, blockZooms: Int = ColumnGroup.zooms,
    planes: (any BlockPlanes)? = nil
  ) {
    self.step = step
    self.pool = pool
    self.planes = planes
    zooms = step.levels.reversed()
    levels = BandLevels(
      levels: zooms.map(\.range), tileSize: step.metatileSide,
      kernel: step.options.overviewResampling, light: step.options.overviewLight,
      kind: step.options.sampleKind,
      groupZooms: step.cut?.blockLevel ?? blockZooms, carriesTop: step.cut?.isBelowOthers ?? false,
      fillsBlocks: step.access.rendersWindows, pool: pool, blocks: planes)
    band = levels.bands.lowerBound
  }

  package var isComplete: Bool { band == levels.bands.upperBound }

  var bands: Range<Int> { levels.bandsAtOnce(from: band) }

  func take(_ tiles: [BandLevels.Tile], ofPart part: Int) -> FinishedTiles {
    waiting[part] = tiles
    var next: [FinishedTile] = []
    while let tiles = waiting.removeValue(forKey: nextPart) {
      next += placed(tiles)
      nextPart += 1
    }
    return FinishedTiles(tiles: next)
  }

  private func placed(_ tiles: [BandLevels.Tile]) -> [FinishedTile] {
    tiles.compactMap { tile in
      let placed = step.placed(tile.tile, zoom: zooms[tile.level].zoom, column: tile.x, row: tile.y)
      guard let placed, case .kept = tile.tile else { return placed }
      return placed.keeping { planes?.hasEarlier($0, isRetina: $1) ?? false }
    }
  }

  func complete() throws -> FinishedTiles {
    let filled = bands
    let tiles = placed(try levels.complete(bands: filled))
    nextPart = 0
    band = filled.upperBound
    return FinishedTiles(
      tiles: tiles,
      end: BandEnd(fraction: fraction, band: band, endsBlocks: levels.endsBlocks(before: band)))
  }

  private var fraction: Double {
    Double(band - levels.bands.lowerBound) / Double(levels.bands.count)
  }

  /// Completes bands with tiles in the store from the planes of their blocks.
  func restore(writesOverviews: Bool) throws -> FinishedTiles {
    let filled = bands
    for band in filled {
      for group in levels.groups.indices { try levels.restore(group, band: band) }
    }
    var tiles: [BandLevels.Tile] = []
    for tile in try levels.complete(bands: filled) {
      if writesOverviews, tile.level > levels.top {
        tiles.append(tile)
      } else if case .samples(let buffer) = tile.tile {
        pool.give(buffer)
      }
    }
    band = filled.upperBound
    return FinishedTiles(
      tiles: placed(tiles),
      end: writesOverviews ? BandEnd(fraction: fraction, band: band, endsBlocks: false) : nil)
  }

  /// Requires bands before `band` that leave nothing to restore.
  package func skip(to band: Int) { self.band = band }
}
